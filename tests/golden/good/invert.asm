shape "invert", version 2, 520 bytes

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
     0  000138       6  #0      SF-  invert  "healthy"                  invert.json:2:8
     1  000140       6  #1      SF-  invert                             invert.json:2:50
     2  000148       6  #2      SF-  condition                          invert.json:2:75
     3  000150       4                   load_float health
     4  000158       5                   const_float 30.0
     5  000160       6                   less_float  last
     6  000168       8                 init health
     7  000170       8                   const_float 100.0  last
