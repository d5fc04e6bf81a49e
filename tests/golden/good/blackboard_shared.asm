shape "blackboard_shared", version 2, 1072 bytes

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
     0  000158      23  #0      SFR  sequence                           blackboard_shared.json:4:8
     1  000160       5  #1      SF-  condition                          blackboard_shared.json:4:39
     2  000168       3                   shared_bool rain
     3  000170       4                   shared_bool night
     4  000178       5                   or  last
     5  000180      11  #2      SF-  condition                          blackboard_shared.json:4:55
     6  000188       7                   load_bool own
     7  000190       8                   shared_int hour
     8  000198       9                   const_int 6
     9  0001a0      10                   greater_int
    10  0001a8      11                   and  last
    11  0001b0      17  #3      SF-  condition                          blackboard_shared.json:4:73
    12  0001b8      13                   load_float pace
    13  0001c0      14                   length wind
    14  0001c8      15                   shared_float wind.x
    15  0001d0      16                   add_float
    16  0001d8      17                   less_float  last
    17  0001e0      23  #4      SFR  action lean                        blackboard_shared.json:4:104
    18  0001e8      19                 argument into = wind
    19  0001f0      23                 argument hours
    20  0001f8      21                   shared_int hour
    21  000200      22                   load_int age
    22  000208      23                   subtract_int  last
    23  000210      25                 init own
    24  000218      25                   const_bool true  last
    25  000220      27                 init hour
    26  000228      27                   const_int 12  last
    27  000230      29                 init pace
    28  000238      29                   const_float 1.0  last
    29  000240      31                 init wind.x
    30  000248      31                   const_float 0.5  last
    31  000250      35                 init age
    32  000258      33                   shared_int hour
    33  000260      34                   const_int 1
    34  000268      35                   add_int  last
