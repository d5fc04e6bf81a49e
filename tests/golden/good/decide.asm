shape "decide", version 4, 1312 bytes

specification
  items        38 (tree 34, init 4)
  nodes        16
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        5
  visits       5

keys (column, type, name)
      1  bool   red
      0  float  range

hosts
      0  immediate  cross()
      1  immediate  wave()
      2  predicate  sees_car()
      3  predicate  hears(range: float)
      4  immediate  listen()

items
 index  offset     end  node    can  operation
     0  000168      34  #0      SFR  sequence                           decide.json:2:8
     1  000170       6  #1      SFR  decide first 3                     decide.json:3:1
     2  000178       3                   load_bool red  last
     3  000180       5  #2      S-R  wait long 0                        decide.json:3:36
     4  000188       -                 duration 2 s
     5  000190       6  #3      SFR  action cross                       decide.json:3:71
     6  000198      11  #4      SFR  decide first 10  "no else"         decide.json:4:1
     7  0001a0       8                   load_float range
     8  0001a8       9                   const_float 2.5
     9  0001b0      10                   greater_float  last
    10  0001b8      11  #5      SFR  action wave                        decide.json:4:61
    11  0001c0      16  #6      SFR  decide first 13                    decide.json:5:1
    12  0001c8      13                   call sees_car  last
    13  0001d0      15  #7      S-R  wait long 0                        decide.json:5:43
    14  0001d8       -                 duration 1 tick
    15  0001e0      16  #8      -F-  failure                            decide.json:5:76
    16  0001e8      34  #9      SFR  decide first 22                    decide.json:6:1
    17  0001f0      22                   call hears  last
    18  0001f8      22                 argument range
    19  000200      20                   load_float range
    20  000208      21                   const_float 1.0
    21  000210      22                   add_float  last
    22  000218      30  #10     SF-  decide first 25                    decide.json:6:69
    23  000220      24                   load_bool red
    24  000228      25                   not  last
    25  000230      29  #11     SF-  condition                          decide.json:6:105
    26  000238      27                   load_float range
    27  000240      28                   const_float 1.0
    28  000248      29                   less_float  last
    29  000250      30  #12     S--  success                            decide.json:6:124
    30  000258      34  #13     SFR  sequence                           decide.json:6:151
    31  000260      32  #14     SFR  action listen                      decide.json:6:182
    32  000268      34  #15     S-R  wait long 0                        decide.json:6:214
    33  000270       -                 duration 2 ticks
    34  000278      36                 init red
    35  000280      36                   const_bool true  last
    36  000288      38                 init range
    37  000290      38                   const_float 3.0  last
