shape "w0111-param-hides-key", version 4, 616 bytes

specification
  items        11 (tree 11, init 0)
  nodes        3
  columns      1 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       3 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       2

keys (column, type, name)
      0  float  range

items
 index  offset     end  node    can  operation
     0  000168      11  #0      SF-  sequence                           w0111-param-hides-key.json:6:11
     1  000170       5  #1      SF-  condition                          w0111-param-hides-key.json:7:5
     2  000178       3                   load_float range
     3  000180       4                   const_float 1.0
     4  000188       5                   greater_float  last
     5  000190      11  #2      SF-  condition                          w0111-param-hides-key.json:5:13
     6  000198       7                   const_float 10.0
     7  0001a0       8                   const_float 5.0
     8  0001a8       9                   time
     9  0001b0      10                   add_float
    10  0001b8      11                   greater_float  last
