shape "retry", version 4, 880 bytes

specification
  items        16 (tree 16, init 0)
  nodes        10
  columns      0 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 8 items
  slots        0 bit, 1 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       0 number, 0 bool
  shuffle      0
  draws        no
  hosts        4
  visits       73

hosts
      0  immediate  open()
      1  deferred   dock()
      2  immediate  connect()
      3  immediate  call()

items
 index  offset     end  node    can  operation
     0  000168      16  #0      SFR  sequence                           retry.json:2:8
     1  000170       4  #1      SFR  retry word 0                       retry.json:3:1
     2  000178       -                 rounds 3, at most 64 a tick
     3  000180       4  #2      SFR  action open                        retry.json:3:38
     4  000188       8  #3      SFR  retry word 0                       retry.json:4:1
     5  000190       -                 rounds 5, at most 2 a tick
     6  000198       8  #4      SFR  deferred dock                      retry.json:4:51
     7  0001a0       -                 resource none
     8  0001a8      11  #5      S-R  retry word 0                       retry.json:5:1
     9  0001b0       -                 rounds 0, at most 1 a tick
    10  0001b8      11  #6      SFR  action connect                     retry.json:5:38
    11  0001c0      16  #7      S-R  retry word 0                       retry.json:6:1
    12  0001c8       -                 rounds 0, at most 64 a tick
    13  0001d0      16  #8      SFR  delay long 0                       retry.json:6:25
    14  0001d8       -                 duration 1 s
    15  0001e0      16  #9      SFR  action call                        retry.json:6:61
