shape "invert", version 4, 576 bytes

specification
  items        8 (tree 6, init 2)
  nodes        3
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
  visits       1

keys (column, type, name)
      0  float  health

items
 index  offset     end  node    can  operation
     0  000168       6  #0      SF-  invert  "healthy"                  invert.json:2:8
     1  000170       6  #1      SF-  invert                             invert.json:2:50
     2  000178       6  #2      SF-  condition                          invert.json:2:75
     3  000180       4                   load_float health
     4  000188       5                   const_float 30.0
     5  000190       6                   less_float  last
     6  000198       8                 init health
     7  0001a0       8                   const_float 100.0  last
