shape "w0109-action-unused", version 4, 472 bytes

specification
  items        1 (tree 1, init 0)
  nodes        1
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       0
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        1
  visits       1

hosts
      0  immediate  flee()

items
 index  offset     end  node    can  operation
     0  000168       1  #0      SFR  action flee                        w0109-action-unused.json:4:11
