shape "parallel", version 2, 1080 bytes

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
     0  000138      27  #0      SFR  sequence                           parallel.json:2:8
     1  000140       9  #1      SFR  parallel bit 0                     parallel.json:3:1
     2  000148       -                 success 3, failure 1
     3  000150       5  #2      SFR  deferred walk                      parallel.json:3:32
     4  000158       -                 resource none
     5  000160       7  #3      SFR  deferred talk                      parallel.json:3:64
     6  000168       -                 resource none
     7  000170       9  #4      S-R  wait long 0                        parallel.json:3:96
     8  000178       -                 duration 3 ticks
     9  000180      15  #5      SFR  parallel bit 0                     parallel.json:4:1
    10  000188       -                 success 1, failure 2
    11  000190      13  #6      SFR  deferred walk                      parallel.json:4:64
    12  000198       -                 resource none
    13  0001a0      15  #7      SFR  deferred talk                      parallel.json:4:96
    14  0001a8       -                 resource none
    15  0001b0      23  #8      SFR  parallel bit 0                     parallel.json:5:1
    16  0001b8       -                 success 2, failure 2
    17  0001c0      19  #9      SFR  deferred a                         parallel.json:5:56
    18  0001c8       -                 resource none
    19  0001d0      21  #10     SFR  deferred b                         parallel.json:5:85
    20  0001d8       -                 resource none
    21  0001e0      23  #11     SFR  deferred c                         parallel.json:5:114
    22  0001e8       -                 resource none
    23  0001f0      27  #12     SFR  parallel bit 0                     parallel.json:6:1
    24  0001f8       -                 success 1, failure 1
    25  000200      27  #13     SFR  deferred walk                      parallel.json:6:64
    26  000208       -                 resource none
