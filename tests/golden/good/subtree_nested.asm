shape "subtree_nested", version 4, 856 bytes

specification
  items        21 (tree 19, init 2)
  nodes        7
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       4

keys (column, type, name)
      0  float  distance

items
 index  offset     end  node    can  operation
     0  000168      19  #0      SF-  sequence                           subtree_nested.json:6:17
     1  000170      10  #1      SF-  selector                           subtree_nested.json:5:38
     2  000178       6  #2      SF-  condition  "is near"               subtree_nested.json:4:37
     3  000180       4                   load_float distance
     4  000188       5                   const_float 10.0
     5  000190       6                   less_float  last
     6  000198      10  #3      SF-  condition  "is near"               subtree_nested.json:4:37
     7  0001a0       8                   load_float distance
     8  0001a8       9                   const_float 1.0
     9  0001b0      10                   less_float  last
    10  0001b8      19  #4      SF-  selector                           subtree_nested.json:5:38
    11  0001c0      15  #5      SF-  condition  "is near"               subtree_nested.json:4:37
    12  0001c8      13                   load_float distance
    13  0001d0      14                   const_float 14.0
    14  0001d8      15                   less_float  last
    15  0001e0      19  #6      SF-  condition  "is near"               subtree_nested.json:4:37
    16  0001e8      17                   load_float distance
    17  0001f0      18                   const_float 1.0
    18  0001f8      19                   less_float  last
    19  000200      21                 init distance
    20  000208      21                   const_float 50.0  last
