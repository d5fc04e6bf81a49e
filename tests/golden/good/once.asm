shape "once", version 4, 824 bytes

specification
  items        10 (tree 10, init 0)
  nodes        9
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 1 long
  persistent   4 status (1 named), 0 time
  undo         0
  guards       4
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        2
  visits       4

hosts
      0  immediate  greet()
      1  immediate  explain()

persistents (index, first value, name)
      0  running  door

items
 index  offset     end  node    can  operation
     0  000168      10  #0      SFR  sequence                           once.json:2:8
     1  000170       3  #1      SFR  once status 1                      once.json:3:1
     2  000178       3  #2      SFR  action greet                       once.json:3:24
     3  000180       4  #3      SFR  persistent door                    once.json:4:1
     4  000188      10  #4      SFR  once status 2  "first lesson"      once.json:5:1
     5  000190      10  #5      SFR  sequence                           once.json:5:46
     6  000198       7  #6      SFR  action explain                     once.json:5:77
     7  0001a0      10  #7      S-R  once status 3                      once.json:5:110
     8  0001a8      10  #8      S-R  wait long 0                        once.json:5:133
     9  0001b0       -                 duration 2 s
