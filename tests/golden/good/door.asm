shape "door", version 3, 1376 bytes

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
     0  000158      34  #0      --R  concurrent                         door.json:3:8
     1  000160       7  #1      S--  force_success  "lock"              door.json:4:1
     2  000168       7  #2      SF-  sequence                           door.json:4:47
     3  000170       5  #3      SF-  condition                          door.json:4:78
     4  000178       5                   shared_bool night  last
     5  000180       7  #4      S--  signal locked                      door.json:4:86
     6  000188       -                 to success
     7  000190      14  #5      S--  force_success  "unlock"            door.json:5:1
     8  000198      14  #6      SF-  sequence                           door.json:5:49
     9  0001a0      12  #7      SF-  condition                          door.json:5:80
    10  0001a8      11                   shared_bool night
    11  0001b0      12                   not  last
    12  0001b8      14  #8      S--  signal locked                      door.json:5:89
    13  0001c0       -                 to failure
    14  0001c8      34  #9      --R  repeat word 0  "answer"            door.json:6:1
    15  0001d0       -                 rounds 0, at most 64 a tick
    16  0001d8      34  #10     SFR  sequence                           door.json:6:42
    17  0001e0      19  #11     S-R  wait long 0                        door.json:7:1
    18  0001e8       -                 duration 1 tick
    19  0001f0      23  #12     SF-  condition                          door.json:8:1
    20  0001f8      21                   load_int knocks
    21  000200      22                   const_int 0
    22  000208      23                   greater_int  last
    23  000210      25  #13     S--  set knocks                         door.json:9:1
    24  000218      25                   const_int 0  last
    25  000220      34  #14     SFR  selector                           door.json:10:1
    26  000228      27  #15     SFR  persistent locked                  door.json:10:32
    27  000230      34  #16     SFR  sequence                           door.json:10:86
    28  000238      30  #17     SFR  deferred open                      door.json:10:117
    29  000240       -                 resource none
    30  000248      32  #18     S-R  wait long 0                        door.json:10:149
    31  000250       -                 duration 3 s
    32  000258      34  #19     SFR  deferred close                     door.json:10:177
    33  000260       -                 resource none
