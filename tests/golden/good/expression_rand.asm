shape "expression_rand", version 2, 832 bytes

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
     0  000138      24  #0      SFR  selector                           expression_rand.json:2:8
     1  000140       5  #1      SF-  condition                          expression_rand.json:3:1
     2  000148       3                   rand
     3  000150       4                   load_float mood
     4  000158       5                   less_float  last
     5  000160      19  #2      SF-  sequence                           expression_rand.json:4:1
     6  000168       8  #3      SF-  condition                          expression_rand.json:4:32
     7  000170       8                   load_bool side  last
     8  000178      19  #4      S--  set mood                           expression_rand.json:4:39
     9  000180      10                   load_float mood
    10  000188      11                   rand
    11  000190      12                   const_float 0.5
    12  000198      13                   subtract_float
    13  0001a0      14                   const_float 0.1
    14  0001a8      15                   multiply_float
    15  0001b0      16                   add_float
    16  0001b8      17                   const_float 0.0
    17  0001c0      18                   const_float 1.0
    18  0001c8      19                   clamp_float  last
    19  0001d0      24  #5      SFR  action turn                        expression_rand.json:5:1
    20  0001d8      24                 argument by
    21  0001e0      22                   rand
    22  0001e8      23                   const_float 360.0
    23  0001f0      24                   multiply_float  last
    24  0001f8      26                 init mood
    25  000200      26                   rand  last
    26  000208      30                 init side
    27  000210      28                   rand
    28  000218      29                   const_float 0.5
    29  000220      30                   less_float  last
