shape "condition_if", version 4, 840 bytes

specification
  items        18 (tree 16, init 2)
  nodes        6
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       5

keys (column, type, name)
      0  float  health
      1  bool   alerted

items
 index  offset     end  node    can  operation
     0  000168      16  #0      SF-  sequence                           condition_if.json:3:8
     1  000170       5  #1      SF-  condition                          condition_if.json:4:1
     2  000178       3                   load_float health
     3  000180       4                   const_float 30.0
     4  000188       5                   less_float  last
     5  000190       7  #2      SF-  condition                          condition_if.json:5:1
     6  000198       7                   load_bool alerted  last
     7  0001a0      10  #3      SF-  condition                          condition_if.json:6:1
     8  0001a8       9                   load_bool alerted
     9  0001b0      10                   not  last
    10  0001b8      14  #4      SF-  condition  "weak"                  condition_if.json:7:1
    11  0001c0      12                   load_float health
    12  0001c8      13                   const_float 33.5
    13  0001d0      14                   less_float  last
    14  0001d8      16  #5      SF-  condition  "named key"             condition_if.json:8:1
    15  0001e0      16                   load_bool alerted  last
    16  0001e8      18                 init health
    17  0001f0      18                   const_float 100.0  last
