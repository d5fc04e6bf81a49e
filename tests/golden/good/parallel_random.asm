shape "parallel_random", version 4, 800 bytes

specification
  items        17 (tree 17, init 0)
  nodes        8
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         5 of 5 items
  slots        14 bit, 0 word, 5 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       0 number, 0 bool
  shuffle      3
  draws        yes
  hosts        2
  visits       5

hosts
      0  immediate  walk()
      1  deferred   talk()

items
 index  offset     end  node    can  operation
     0  000168      17  #0      SFR  parallel bit 0                     parallel_random.json:2:8
     1  000170       -                 success 2, failure 2
     2  000178       3                   order long 0
     3  000180       4  #1      SFR  action walk                        parallel_random.json:3:1
     4  000188      11  #2      SFR  parallel bit 6                     parallel_random.json:4:1
     5  000190       -                 success 2, failure 1, at the end
     6  000198       7                   order long 1
     7  0001a0       9  #3      SFR  deferred talk                      parallel_random.json:4:65
     8  0001a8       -                 resource none
     9  0001b0      11  #4      S-R  wait long 2                        parallel_random.json:4:97
    10  0001b8       -                 duration 2 s
    11  0001c0      17  #5      S-R  parallel bit 10                    parallel_random.json:5:1
    12  0001c8       -                 success 2, failure 1
    13  0001d0      15  #6      S-R  wait long 3                        parallel_random.json:5:65
    14  0001d8       -                 duration 3 ticks
    15  0001e0      17  #7      S-R  wait long 4                        parallel_random.json:5:91
    16  0001e8       -                 duration 4 ticks
