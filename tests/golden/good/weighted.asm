shape "weighted", version 4, 784 bytes

specification
  items        12 (tree 12, init 0)
  nodes        6
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        yes
  hosts        4
  visits       1

hosts
      0  deferred   rest()
      1  immediate  stretch()
      2  immediate  yawn()
      3  immediate  never()

items
 index  offset     end  node    can  operation
     0  000168      12  #0      SFR  weighted children 4                weighted.json:2:8
     1  000170       2                 weight, sum 3.0
     2  000178       3                 weight, sum 4.0
     3  000180       4                 weight, sum 4.5
     4  000188       5                 weight, sum 4.5  zero
     5  000190       7  #1      SFR  deferred rest                      weighted.json:3:1
     6  000198       -                 resource none
     7  0001a0       8  #2      SFR  action stretch                     weighted.json:4:1
     8  0001a8      11  #3      SFR  weighted children 1                weighted.json:5:1
     9  0001b0      10                 weight, sum 1.0
    10  0001b8      11  #4      SFR  action yawn                        weighted.json:5:46
    11  0001c0      12  #5      SFR  action never                       weighted.json:6:1
