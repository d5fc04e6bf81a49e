shape "include_merge", version 2, 1432 bytes

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
     0  000138      45  #0      SFR  selector                           include_merge.json:4:8
     1  000140      21  #1      SFR  sequence                           include_merge.json:4:39
     2  000148       6  #2      SF-  condition                          include_merge.json:4:70
     3  000150       4                   load_float mood
     4  000158       5                   const_float 0.25
     5  000160       6                   greater_float  last
     6  000168      21  #3      SFR  sequence                           lib/heal.json:2:8
     7  000170      15  #4      SF-  condition                          lib/heal.json:2:39
     8  000178       9                   load_float health
     9  000180      10                   const_float 50.0
    10  000188      11                   less_float
    11  000190      12                   load_int potions
    12  000198      13                   const_int 0
    13  0001a0      14                   greater_int
    14  0001a8      15                   and  last
    15  0001b0      17  #5      SFR  deferred drink                     lib/heal.json:2:68
    16  0001b8       -                 resource none
    17  0001c0      21  #6      S--  set potions                        lib/heal.json:2:101
    18  0001c8      19                   load_int potions
    19  0001d0      20                   const_int 1
    20  0001d8      21                   subtract_int  last
    21  0001e0      30  #7      SFR  sequence                           lib/sub/walk.json:4:8
    22  0001e8      24  #8      SFR  action step                        lib/sub/walk.json:4:39
    23  0001f0      24                 argument to = goal
    24  0001f8      28  #9      SF-  condition                          lib/sub/walk.json:4:90
    25  000200      26                   load_int potions
    26  000208      27                   const_int 9
    27  000210      28                   less_int  last
    28  000218      30  #10     S-R  wait long 0  "rest"                lib/rest.json:1:21
    29  000220       -                 duration 0.5 s
    30  000228      45  #11     SFR  sequence                           lib/heal.json:2:8
    31  000230      39  #12     SF-  condition                          lib/heal.json:2:39
    32  000238      33                   load_float health
    33  000240      34                   const_float 50.0
    34  000248      35                   less_float
    35  000250      36                   load_int potions
    36  000258      37                   const_int 0
    37  000260      38                   greater_int
    38  000268      39                   and  last
    39  000270      41  #13     SFR  deferred drink                     lib/heal.json:2:68
    40  000278       -                 resource none
    41  000280      45  #14     S--  set potions                        lib/heal.json:2:101
    42  000288      43                   load_int potions
    43  000290      44                   const_int 1
    44  000298      45                   subtract_int  last
    45  0002a0      47                 init mood
    46  0002a8      47                   const_float 0.5  last
    47  0002b0      49                 init health
    48  0002b8      49                   const_float 80.0  last
    49  0002c0      51                 init potions
    50  0002c8      51                   const_int 3  last
