shape "blackboard_types", version 4, 1048 bytes

specification
  items        24 (tree 24, init 0)
  nodes        6
  columns      8 number, 2 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 2 bool
  shuffle      0
  draws        no
  hosts        1
  visits       5

keys (column, type, name)
      8  bool   b
      0  int    i
      1  float  f
      2  vec2   v
      9  bool   b2
      4  int    i2
      5  float  f2
      6  vec2   v2

hosts
      0  immediate  sense(b: bool, i: int)

items
 index  offset     end  node    can  operation
     0  000168      24  #0      SFR  sequence                           blackboard_types.json:4:8
     1  000170       5  #1      SF-  condition                          blackboard_types.json:5:1
     2  000178       3                   load_bool b
     3  000180       4                   load_bool b2
     4  000188       5                   equal_bool  last
     5  000190       9  #2      SF-  condition                          blackboard_types.json:5:11
     6  000198       7                   load_int i
     7  0001a0       8                   load_int i2
     8  0001a8       9                   equal_int  last
     9  0001b0      13  #3      SF-  condition                          blackboard_types.json:5:21
    10  0001b8      11                   load_float f
    11  0001c0      12                   load_float f2
    12  0001c8      13                   equal_float  last
    13  0001d0      19  #4      SF-  condition                          blackboard_types.json:5:31
    14  0001d8      15                   load_vec2 v
    15  0001e0      16                   load_vec2 v2
    16  0001e8      17                   distance
    17  0001f0      18                   const_float 1.0
    18  0001f8      19                   less_float  last
    19  000200      24  #5      SFR  action sense                       blackboard_types.json:6:1
    20  000208      22                 argument b
    21  000210      22                   load_bool b  last
    22  000218      24                 argument i
    23  000220      24                   load_int i  last
