shape "root_condition", version 4, 496 bytes

specification
  items        4 (tree 2, init 2)
  nodes        1
  columns      0 number, 1 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       0 number, 1 bool
  shuffle      0
  draws        no
  hosts        0
  visits       1

keys (column, type, name)
      0  bool   ready

items
 index  offset     end  node    can  operation
     0  000168       2  #0      SF-  condition                          root_condition.json:1:72
     1  000170       2                   load_bool ready  last
     2  000178       4                 init ready
     3  000180       4                   const_bool true  last
