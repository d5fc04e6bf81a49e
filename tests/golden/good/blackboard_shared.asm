shape "blackboard_shared", version 4, 1128 bytes

specification
  items        36 (tree 24, init 12)
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
     0  000168      24  #0      SFR  sequence                           blackboard_shared.json:4:8
     1  000170       5  #1      SF-  condition                          blackboard_shared.json:4:39
     2  000178       3                   shared_bool rain
     3  000180       4                   shared_bool night
     4  000188       5                   or  last
     5  000190      11  #2      SF-  condition                          blackboard_shared.json:4:55
     6  000198       7                   load_bool own
     7  0001a0       8                   shared_int hour
     8  0001a8       9                   const_int 6
     9  0001b0      10                   greater_int
    10  0001b8      11                   and  last
    11  0001c0      18  #3      SF-  condition                          blackboard_shared.json:4:73
    12  0001c8      13                   load_float pace
    13  0001d0      14                   shared_vec2 wind
    14  0001d8      15                   length
    15  0001e0      16                   shared_float wind.x
    16  0001e8      17                   add_float
    17  0001f0      18                   less_float  last
    18  0001f8      24  #4      SFR  action lean                        blackboard_shared.json:4:104
    19  000200      20                 argument into = wind
    20  000208      24                 argument hours
    21  000210      22                   shared_int hour
    22  000218      23                   load_int age
    23  000220      24                   subtract_int  last
    24  000228      26                 init own
    25  000230      26                   const_bool true  last
    26  000238      28                 init hour
    27  000240      28                   const_int 12  last
    28  000248      30                 init pace
    29  000250      30                   const_float 1.0  last
    30  000258      32                 init wind.x
    31  000260      32                   const_float 0.5  last
    32  000268      36                 init age
    33  000270      34                   shared_int hour
    34  000278      35                   const_int 1
    35  000280      36                   add_int  last
