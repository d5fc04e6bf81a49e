shape "unused_list", version 4, 1288 bytes

specification
  items        21 (tree 21, init 0)
  nodes        8
  columns      59 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 1 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       12

keys (column, type, name)
      0  int[4]  unused
      5  int[4]  pushed
     10  int[4]  popped
     15  int[4]  cleared
     20  int[4]  copied
     25  int[4]  source
     30  int[4]  walked
     35  int[4]  read
     40  int[4]  passed
     45  int[4]  counted
     50  int    item
     51  int    index
     52  int    to
     53  int    at
     54  int[4]  hosted, host

hosts
      0  immediate  take(list: key int[])

items
 index  offset     end  node    can  operation
     0  000168      21  #0      SFR  sequence                           unused_list.json:4:8
     1  000170       6  #1      SF-  push                               unused_list.json:5:1
     2  000178       -                 list pushed, capacity 4
     3  000180       4                   load_int at  last
     4  000188       5                   const_int 0
     5  000190       6                   element_int read  last
     6  000198       8  #2      SF-  pop                                unused_list.json:6:1
     7  0001a0       -                 list popped, capacity 4, key to
     8  0001a8      10  #3      S--  clear                              unused_list.json:7:1
     9  0001b0       -                 list cleared, capacity 4
    10  0001b8      12  #4      S--  set                                unused_list.json:8:1
    11  0001c0       -                 list copied, capacity 4, key source
    12  0001c8      17  #5      SFR  for_each word 0                    unused_list.json:9:1
    13  0001d0       -                 rounds 0, at most 64 a tick
    14  0001d8       -                 list walked, capacity 4, key item, index index
    15  0001e0      17  #6      SFR  action take                        unused_list.json:9:73
    16  0001e8      17                 argument list = passed
    17  0001f0      21  #7      SF-  condition                          unused_list.json:10:1
    18  0001f8      19                   count counted
    19  000200      20                   const_int 0
    20  000208      21                   greater_int  last
