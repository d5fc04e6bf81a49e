shape "include_list", version 4, 536 bytes

specification
  items        5 (tree 3, init 2)
  nodes        1
  columns      5 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       1 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       2

keys (column, type, name)
      0  int[4]  route

items
 index  offset     end  node    can  operation
     0  000168       3  #0      SF-  push                               lib/list_part.json:2:25
     1  000170       -                 list route, capacity 4
     2  000178       3                   count route  last
     3  000180       5                 init route
     4  000188       5                   const_int 1  last
