shape "blackboard_shared", version 2, 1040 bytes

specification
  items        35 (tree 23, init 12)
  nodes        5
  columns      2 number, 1 bool
  shared       3 number, 2 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 2 bool
  shuffle      0
  draws        no
  hosts        1
  visits       4

keys (column, type, name)
      6  bool   rain, shared
      2  bool   own
      3  int    hour, shared
      0  float  pace
      4  vec2   wind, shared
      7  bool   night, shared
      1  int    age

hosts
      0  immediate  lean(into: vec2, hours: int)

items
 index  offset     end  node    can  operation
     0  000138      23  #0      SFR  sequence                           blackboard_shared.json:4:8
     1  000140       5  #1      SF-  condition                          blackboard_shared.json:4:39
     2  000148       3                   shared_bool rain
     3  000150       4                   shared_bool night
     4  000158       5                   or  last
     5  000160      11  #2      SF-  condition                          blackboard_shared.json:4:55
     6  000168       7                   load_bool own
     7  000170       8                   shared_int hour
     8  000178       9                   const_int 6
     9  000180      10                   greater_int
    10  000188      11                   and  last
    11  000190      17  #3      SF-  condition                          blackboard_shared.json:4:73
    12  000198      13                   load_float pace
    13  0001a0      14                   length wind
    14  0001a8      15                   shared_float wind.x
    15  0001b0      16                   add_float
    16  0001b8      17                   less_float  last
    17  0001c0      23  #4      SFR  action lean                        blackboard_shared.json:4:104
    18  0001c8      19                 argument into = wind
    19  0001d0      23                 argument hours
    20  0001d8      21                   shared_int hour
    21  0001e0      22                   load_int age
    22  0001e8      23                   subtract_int  last
    23  0001f0      25                 init own
    24  0001f8      25                   const_bool true  last
    25  000200      27                 init hour
    26  000208      27                   const_int 12  last
    27  000210      29                 init pace
    28  000218      29                   const_float 1.0  last
    29  000220      31                 init wind.x
    30  000228      31                   const_float 0.5  last
    31  000230      35                 init age
    32  000238      33                   shared_int hour
    33  000240      34                   const_int 1
    34  000248      35                   add_int  last
