shape "parallel", version 3, 1112 bytes

specification
  items        27 (tree 27, init 0)
  nodes        14
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         3 of 9 items
  slots        6 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        5
  visits       9

hosts
      0  deferred   walk()
      1  deferred   talk()
      2  deferred   a()
      3  deferred   b()
      4  deferred   c()

items
 index  offset     end  node    can  operation
     0  000158      27  #0      SFR  sequence                           parallel.json:2:8
     1  000160       9  #1      SFR  parallel bit 0                     parallel.json:3:1
     2  000168       -                 success 3, failure 1
     3  000170       5  #2      SFR  deferred walk                      parallel.json:3:32
     4  000178       -                 resource none
     5  000180       7  #3      SFR  deferred talk                      parallel.json:3:64
     6  000188       -                 resource none
     7  000190       9  #4      S-R  wait long 0                        parallel.json:3:96
     8  000198       -                 duration 3 ticks
     9  0001a0      15  #5      SFR  parallel bit 0                     parallel.json:4:1
    10  0001a8       -                 success 1, failure 2
    11  0001b0      13  #6      SFR  deferred walk                      parallel.json:4:64
    12  0001b8       -                 resource none
    13  0001c0      15  #7      SFR  deferred talk                      parallel.json:4:96
    14  0001c8       -                 resource none
    15  0001d0      23  #8      SFR  parallel bit 0                     parallel.json:5:1
    16  0001d8       -                 success 2, failure 2
    17  0001e0      19  #9      SFR  deferred a                         parallel.json:5:56
    18  0001e8       -                 resource none
    19  0001f0      21  #10     SFR  deferred b                         parallel.json:5:85
    20  0001f8       -                 resource none
    21  000200      23  #11     SFR  deferred c                         parallel.json:5:114
    22  000208       -                 resource none
    23  000210      27  #12     SFR  parallel bit 0                     parallel.json:6:1
    24  000218       -                 success 1, failure 1
    25  000220      27  #13     SFR  deferred walk                      parallel.json:6:64
    26  000228       -                 resource none
