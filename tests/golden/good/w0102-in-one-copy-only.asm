shape "w0102-in-one-copy-only", version 4, 624 bytes

specification
  items        5 (tree 5, init 0)
  nodes        5
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 2 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        yes
  hosts        1
  visits       2

hosts
      0  immediate  leap()

items
 index  offset     end  node    can  operation
     0  000168       5  #0      SFR  selector                           w0102-in-one-copy-only.json:5:11
     1  000170       3  #1      -F-  chance 0.0                         w0102-in-one-copy-only.json:3:55
     2  000178       3  #2      SFR  action leap                        w0102-in-one-copy-only.json:4:42
     3  000180       5  #3      SFR  chance 0.5                         w0102-in-one-copy-only.json:3:55
     4  000188       5  #4      SFR  action leap                        w0102-in-one-copy-only.json:4:42
