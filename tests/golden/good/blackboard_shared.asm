shape "blackboard_shared", version 3, 1080 bytes

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
     0  000158      24  #0      SFR  sequence                           blackboard_shared.json:4:8
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
    11  0001b0      18  #3      SF-  condition                          blackboard_shared.json:4:73
    12  0001b8      13                   load_float pace
    13  0001c0      14                   shared_vec2 wind
    14  0001c8      15                   length
    15  0001d0      16                   shared_float wind.x
    16  0001d8      17                   add_float
    17  0001e0      18                   less_float  last
    18  0001e8      24  #4      SFR  action lean                        blackboard_shared.json:4:104
    19  0001f0      20                 argument into = wind
    20  0001f8      24                 argument hours
    21  000200      22                   shared_int hour
    22  000208      23                   load_int age
    23  000210      24                   subtract_int  last
    24  000218      26                 init own
    25  000220      26                   const_bool true  last
    26  000228      28                 init hour
    27  000230      28                   const_int 12  last
    28  000238      30                 init pace
    29  000240      30                   const_float 1.0  last
    30  000248      32                 init wind.x
    31  000250      32                   const_float 0.5  last
    32  000258      36                 init age
    33  000260      34                   shared_int hour
    34  000268      35                   const_int 1
    35  000270      36                   add_int  last
