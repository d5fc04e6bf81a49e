shape "weighted", version 2, 736 bytes

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
     0  000138      12  #0      SFR  weighted children 4                weighted.json:2:8
     1  000140       2                 weight, sum 3.0
     2  000148       3                 weight, sum 4.0
     3  000150       4                 weight, sum 4.5
     4  000158       5                 weight, sum 4.5  zero
     5  000160       7  #1      SFR  deferred rest                      weighted.json:3:1
     6  000168       -                 resource none
     7  000170       8  #2      SFR  action stretch                     weighted.json:4:1
     8  000178      11  #3      SFR  weighted children 1                weighted.json:5:1
     9  000180      10                 weight, sum 1.0
    10  000188      11  #4      SFR  action yawn                        weighted.json:5:46
    11  000190      12  #5      SFR  action never                       weighted.json:6:1
