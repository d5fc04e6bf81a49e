shape "minimal", version 4, 424 bytes

specification
  items        1 (tree 1, init 0)
  nodes        1
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
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
     0  000168       1  #0      S--  success                            minimal.json:1:21
