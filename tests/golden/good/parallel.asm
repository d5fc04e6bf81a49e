shape "parallel", version 4, 1128 bytes

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
     0  000168      27  #0      SFR  sequence                           parallel.json:2:8
     1  000170       9  #1      SFR  parallel bit 0                     parallel.json:3:1
     2  000178       -                 success 3, failure 1
     3  000180       5  #2      SFR  deferred walk                      parallel.json:3:32
     4  000188       -                 resource none
     5  000190       7  #3      SFR  deferred talk                      parallel.json:3:64
     6  000198       -                 resource none
     7  0001a0       9  #4      S-R  wait long 0                        parallel.json:3:96
     8  0001a8       -                 duration 3 ticks
     9  0001b0      15  #5      SFR  parallel bit 0                     parallel.json:4:1
    10  0001b8       -                 success 1, failure 2
    11  0001c0      13  #6      SFR  deferred walk                      parallel.json:4:64
    12  0001c8       -                 resource none
    13  0001d0      15  #7      SFR  deferred talk                      parallel.json:4:96
    14  0001d8       -                 resource none
    15  0001e0      23  #8      SFR  parallel bit 0                     parallel.json:5:1
    16  0001e8       -                 success 2, failure 2
    17  0001f0      19  #9      SFR  deferred a                         parallel.json:5:56
    18  0001f8       -                 resource none
    19  000200      21  #10     SFR  deferred b                         parallel.json:5:85
    20  000208       -                 resource none
    21  000210      23  #11     SFR  deferred c                         parallel.json:5:114
    22  000218       -                 resource none
    23  000220      27  #12     SFR  parallel bit 0                     parallel.json:6:1
    24  000228       -                 success 1, failure 1
    25  000230      27  #13     SFR  deferred walk                      parallel.json:6:64
    26  000238       -                 resource none
