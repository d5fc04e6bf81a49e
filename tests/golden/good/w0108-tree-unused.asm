shape "w0108-tree-unused", version 4, 456 bytes

specification
  items        2 (tree 2, init 0)
  nodes        1
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        0
  visits       1

items
 index  offset     end  node    can  operation
     0  000168       2  #0      S-R  wait long 0                        w0108-tree-unused.json:4:23
     1  000170       -                 duration 1 tick
