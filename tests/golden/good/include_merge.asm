shape "include_merge", version 4, 1496 bytes

specification
  items        51 (tree 45, init 6)
  nodes        15
  columns      5 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       10

keys (column, type, name)
      0  float  mood
      1  float  health
      2  int    potions
      3  vec2   goal

hosts
      0  deferred   drink()
      1  immediate  step(to: vec2)

items
 index  offset     end  node    can  operation
     0  000168      45  #0      SFR  selector                           include_merge.json:4:8
     1  000170      21  #1      SFR  sequence                           include_merge.json:4:39
     2  000178       6  #2      SF-  condition                          include_merge.json:4:70
     3  000180       4                   load_float mood
     4  000188       5                   const_float 0.25
     5  000190       6                   greater_float  last
     6  000198      21  #3      SFR  sequence                           lib/heal.json:2:8
     7  0001a0      15  #4      SF-  condition                          lib/heal.json:2:39
     8  0001a8       9                   load_float health
     9  0001b0      10                   const_float 50.0
    10  0001b8      11                   less_float
    11  0001c0      12                   load_int potions
    12  0001c8      13                   const_int 0
    13  0001d0      14                   greater_int
    14  0001d8      15                   and  last
    15  0001e0      17  #5      SFR  deferred drink                     lib/heal.json:2:68
    16  0001e8       -                 resource none
    17  0001f0      21  #6      S--  set potions                        lib/heal.json:2:101
    18  0001f8      19                   load_int potions
    19  000200      20                   const_int 1
    20  000208      21                   subtract_int  last
    21  000210      30  #7      SFR  sequence                           lib/sub/walk.json:4:8
    22  000218      24  #8      SFR  action step                        lib/sub/walk.json:4:39
    23  000220      24                 argument to = goal
    24  000228      28  #9      SF-  condition                          lib/sub/walk.json:4:90
    25  000230      26                   load_int potions
    26  000238      27                   const_int 9
    27  000240      28                   less_int  last
    28  000248      30  #10     S-R  wait long 0  "rest"                lib/rest.json:1:21
    29  000250       -                 duration 0.5 s
    30  000258      45  #11     SFR  sequence                           lib/heal.json:2:8
    31  000260      39  #12     SF-  condition                          lib/heal.json:2:39
    32  000268      33                   load_float health
    33  000270      34                   const_float 50.0
    34  000278      35                   less_float
    35  000280      36                   load_int potions
    36  000288      37                   const_int 0
    37  000290      38                   greater_int
    38  000298      39                   and  last
    39  0002a0      41  #13     SFR  deferred drink                     lib/heal.json:2:68
    40  0002a8       -                 resource none
    41  0002b0      45  #14     S--  set potions                        lib/heal.json:2:101
    42  0002b8      43                   load_int potions
    43  0002c0      44                   const_int 1
    44  0002c8      45                   subtract_int  last
    45  0002d0      47                 init mood
    46  0002d8      47                   const_float 0.5  last
    47  0002e0      49                 init health
    48  0002e8      49                   const_float 80.0  last
    49  0002f0      51                 init potions
    50  0002f8      51                   const_int 3  last
