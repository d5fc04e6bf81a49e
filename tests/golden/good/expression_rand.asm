shape "expression_rand", version 4, 888 bytes

specification
  items        30 (tree 24, init 6)
  nodes        6
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       3 number, 1 bool
  shuffle      0
  draws        yes
  hosts        1
  visits       4

keys (column, type, name)
      0  float  mood
      1  bool   side

hosts
      0  immediate  turn(by: float)

items
 index  offset     end  node    can  operation
     0  000168      24  #0      SFR  selector                           expression_rand.json:2:8
     1  000170       5  #1      SF-  condition                          expression_rand.json:3:1
     2  000178       3                   rand
     3  000180       4                   load_float mood
     4  000188       5                   less_float  last
     5  000190      19  #2      SF-  sequence                           expression_rand.json:4:1
     6  000198       8  #3      SF-  condition                          expression_rand.json:4:32
     7  0001a0       8                   load_bool side  last
     8  0001a8      19  #4      S--  set mood                           expression_rand.json:4:39
     9  0001b0      10                   load_float mood
    10  0001b8      11                   rand
    11  0001c0      12                   const_float 0.5
    12  0001c8      13                   subtract_float
    13  0001d0      14                   const_float 0.1
    14  0001d8      15                   multiply_float
    15  0001e0      16                   add_float
    16  0001e8      17                   const_float 0.0
    17  0001f0      18                   const_float 1.0
    18  0001f8      19                   clamp_float  last
    19  000200      24  #5      SFR  action turn                        expression_rand.json:5:1
    20  000208      24                 argument by
    21  000210      22                   rand
    22  000218      23                   const_float 360.0
    23  000220      24                   multiply_float  last
    24  000228      26                 init mood
    25  000230      26                   rand  last
    26  000238      30                 init side
    27  000240      28                   rand
    28  000248      29                   const_float 0.5
    29  000250      30                   less_float  last
