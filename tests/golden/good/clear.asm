shape "clear", version 4, 608 bytes

specification
  items        11 (tree 7, init 4)
  nodes        3
  columns      9 number, 0 bool
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
  visits       2

keys (column, type, name)
      0  int[8]  route

items
 index  offset     end  node    can  operation
     0  000168       7  #0      SF-  sequence                           clear.json:3:8
     1  000170       5  #1      SF-  condition                          clear.json:4:1
     2  000178       3                   count route
     3  000180       4                   const_int 0
     4  000188       5                   greater_int  last
     5  000190       7  #2      S--  clear                              clear.json:5:1
     6  000198       -                 list route, capacity 8
     7  0001a0       9                 init route
     8  0001a8       9                   const_int 4  last
     9  0001b0      11                 init route
    10  0001b8      11                   const_int 5  last
