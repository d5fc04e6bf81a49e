shape "w0103-condition-constant", version 4, 896 bytes

specification
  items        19 (tree 19, init 0)
  nodes        10
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 2 bool
  shuffle      0
  draws        no
  hosts        2
  visits       6

hosts
      0  immediate  flee()
      1  immediate  shout()

items
 index  offset     end  node    can  operation
     0  000168      19  #0      SFR  sequence                           w0103-condition-constant.json:5:11
     1  000170       3  #1      SF-  condition                          w0103-condition-constant.json:6:5
     2  000178       3                   const_bool true  last
     3  000180       5  #2      SF-  condition                          w0103-condition-constant.json:7:5
     4  000188       5                   const_bool true  last
     5  000190      12  #3      SFR  decide first 11                    w0103-condition-constant.json:8:5
     6  000198       7                   const_bool true
     7  0001a0       8                   tick
     8  0001a8       9                   const_int 3
     9  0001b0      10                   greater_int
    10  0001b8      11                   or  last
    11  0001c0      12  #4      SFR  action flee                        w0103-condition-constant.json:8:60
    12  0001c8      15  #5      SFR  decide first 14                    w0103-condition-constant.json:9:5
    13  0001d0      14                   const_bool true  last
    14  0001d8      15  #6      SFR  action flee                        w0103-condition-constant.json:9:53
    15  0001e0      19  #7      SFR  selector                           w0103-condition-constant.json:3:57
    16  0001e8      18  #8      SF-  condition                          w0103-condition-constant.json:4:5
    17  0001f0      18                   const_bool true  last
    18  0001f8      19  #9      SFR  action shout                       w0103-condition-constant.json:4:44
