shape "door", version 4, 1400 bytes

specification
  items        34 (tree 34, init 0)
  nodes        20
  columns      1 number, 0 bool
  shared       0 number, 1 bool
  live         1 of 6 items
  slots        0 bit, 1 word, 1 long
  persistent   1 status (1 named), 0 time
  undo         1
  guards       5
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        2
  visits       459

keys (column, type, name)
      1  bool   night, shared
      0  int    knocks

hosts
      0  deferred   open()
      1  deferred   close()

persistents (index, first value, name)
      0  failure  locked

items
 index  offset     end  node    can  operation
     0  000168      34  #0      --R  concurrent                         door.json:3:8
     1  000170       7  #1      S--  force_success  "lock"              door.json:4:1
     2  000178       7  #2      SF-  sequence                           door.json:4:47
     3  000180       5  #3      SF-  condition                          door.json:4:78
     4  000188       5                   shared_bool night  last
     5  000190       7  #4      S--  signal locked                      door.json:4:86
     6  000198       -                 to success
     7  0001a0      14  #5      S--  force_success  "unlock"            door.json:5:1
     8  0001a8      14  #6      SF-  sequence                           door.json:5:49
     9  0001b0      12  #7      SF-  condition                          door.json:5:80
    10  0001b8      11                   shared_bool night
    11  0001c0      12                   not  last
    12  0001c8      14  #8      S--  signal locked                      door.json:5:89
    13  0001d0       -                 to failure
    14  0001d8      34  #9      --R  repeat word 0  "answer"            door.json:6:1
    15  0001e0       -                 rounds 0, at most 64 a tick
    16  0001e8      34  #10     SFR  sequence                           door.json:6:42
    17  0001f0      19  #11     S-R  wait long 0                        door.json:7:1
    18  0001f8       -                 duration 1 tick
    19  000200      23  #12     SF-  condition                          door.json:8:1
    20  000208      21                   load_int knocks
    21  000210      22                   const_int 0
    22  000218      23                   greater_int  last
    23  000220      25  #13     S--  set knocks                         door.json:9:1
    24  000228      25                   const_int 0  last
    25  000230      34  #14     SFR  selector                           door.json:10:1
    26  000238      27  #15     SFR  persistent locked                  door.json:10:32
    27  000240      34  #16     SFR  sequence                           door.json:10:86
    28  000248      30  #17     SFR  deferred open                      door.json:10:117
    29  000250       -                 resource none
    30  000258      32  #18     S-R  wait long 0                        door.json:10:149
    31  000260       -                 duration 3 s
    32  000268      34  #19     SFR  deferred close                     door.json:10:177
    33  000270       -                 resource none
