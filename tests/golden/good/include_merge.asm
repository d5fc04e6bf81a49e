shape "include_merge", version 3, 1464 bytes

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
     0  000158      45  #0      SFR  selector                           include_merge.json:4:8
     1  000160      21  #1      SFR  sequence                           include_merge.json:4:39
     2  000168       6  #2      SF-  condition                          include_merge.json:4:70
     3  000170       4                   load_float mood
     4  000178       5                   const_float 0.25
     5  000180       6                   greater_float  last
     6  000188      21  #3      SFR  sequence                           lib/heal.json:2:8
     7  000190      15  #4      SF-  condition                          lib/heal.json:2:39
     8  000198       9                   load_float health
     9  0001a0      10                   const_float 50.0
    10  0001a8      11                   less_float
    11  0001b0      12                   load_int potions
    12  0001b8      13                   const_int 0
    13  0001c0      14                   greater_int
    14  0001c8      15                   and  last
    15  0001d0      17  #5      SFR  deferred drink                     lib/heal.json:2:68
    16  0001d8       -                 resource none
    17  0001e0      21  #6      S--  set potions                        lib/heal.json:2:101
    18  0001e8      19                   load_int potions
    19  0001f0      20                   const_int 1
    20  0001f8      21                   subtract_int  last
    21  000200      30  #7      SFR  sequence                           lib/sub/walk.json:4:8
    22  000208      24  #8      SFR  action step                        lib/sub/walk.json:4:39
    23  000210      24                 argument to = goal
    24  000218      28  #9      SF-  condition                          lib/sub/walk.json:4:90
    25  000220      26                   load_int potions
    26  000228      27                   const_int 9
    27  000230      28                   less_int  last
    28  000238      30  #10     S-R  wait long 0  "rest"                lib/rest.json:1:21
    29  000240       -                 duration 0.5 s
    30  000248      45  #11     SFR  sequence                           lib/heal.json:2:8
    31  000250      39  #12     SF-  condition                          lib/heal.json:2:39
    32  000258      33                   load_float health
    33  000260      34                   const_float 50.0
    34  000268      35                   less_float
    35  000270      36                   load_int potions
    36  000278      37                   const_int 0
    37  000280      38                   greater_int
    38  000288      39                   and  last
    39  000290      41  #13     SFR  deferred drink                     lib/heal.json:2:68
    40  000298       -                 resource none
    41  0002a0      45  #14     S--  set potions                        lib/heal.json:2:101
    42  0002a8      43                   load_int potions
    43  0002b0      44                   const_int 1
    44  0002b8      45                   subtract_int  last
    45  0002c0      47                 init mood
    46  0002c8      47                   const_float 0.5  last
    47  0002d0      49                 init health
    48  0002d8      49                   const_float 80.0  last
    49  0002e0      51                 init potions
    50  0002e8      51                   const_int 3  last
