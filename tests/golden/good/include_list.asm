shape "include_list", version 4, 648 bytes

specification
  items        10 (tree 8, init 2)
  nodes        3
  columns      5 number, 0 bool
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
  visits       3

keys (column, type, name)
      0  int[4]  route

items
 index  offset     end  node    can  operation
     0  000168       8  #0      SF-  sequence                           include_list.json:4:8
     1  000170       5  #1      SF-  condition                          include_list.json:4:39
     2  000178       3                   count route
     3  000180       4                   const_int 0
     4  000188       5                   greater_int  last
     5  000190       8  #2      SF-  push                               lib/list_part.json:2:25
     6  000198       -                 list route, capacity 4
     7  0001a0       8                   count route  last
     8  0001a8      10                 init route
     9  0001b0      10                   const_int 1  last
