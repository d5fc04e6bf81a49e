shape "decide", version 2, 1256 bytes

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
     0  000138      34  #0      SFR  sequence                           decide.json:2:8
     1  000140       6  #1      SFR  decide first 3                     decide.json:3:1
     2  000148       3                   load_bool red  last
     3  000150       5  #2      S-R  wait long 0                        decide.json:3:36
     4  000158       -                 duration 2 s
     5  000160       6  #3      SFR  action cross                       decide.json:3:71
     6  000168      11  #4      SFR  decide first 10  "no else"         decide.json:4:1
     7  000170       8                   load_float range
     8  000178       9                   const_float 2.5
     9  000180      10                   greater_float  last
    10  000188      11  #5      SFR  action wave                        decide.json:4:61
    11  000190      16  #6      SFR  decide first 13                    decide.json:5:1
    12  000198      13                   call sees_car  last
    13  0001a0      15  #7      S-R  wait long 0                        decide.json:5:43
    14  0001a8       -                 duration 1 tick
    15  0001b0      16  #8      -F-  failure                            decide.json:5:76
    16  0001b8      34  #9      SFR  decide first 22                    decide.json:6:1
    17  0001c0      22                   call hears  last
    18  0001c8      22                 argument range
    19  0001d0      20                   load_float range
    20  0001d8      21                   const_float 1.0
    21  0001e0      22                   add_float  last
    22  0001e8      30  #10     SF-  decide first 25                    decide.json:6:69
    23  0001f0      24                   load_bool red
    24  0001f8      25                   not  last
    25  000200      29  #11     SF-  condition                          decide.json:6:105
    26  000208      27                   load_float range
    27  000210      28                   const_float 1.0
    28  000218      29                   less_float  last
    29  000220      30  #12     S--  success                            decide.json:6:124
    30  000228      34  #13     SFR  sequence                           decide.json:6:151
    31  000230      32  #14     SFR  action listen                      decide.json:6:182
    32  000238      34  #15     S-R  wait long 0                        decide.json:6:214
    33  000240       -                 duration 2 ticks
    34  000248      36                 init red
    35  000250      36                   const_bool true  last
    36  000258      38                 init range
    37  000260      38                   const_float 3.0  last
