shape "switch", version 4, 1128 bytes

specification
  items        32 (tree 32, init 0)
  nodes        13
  columns      1 number, 1 bool
  shared       0 number, 0 bool
  live         1 of 5 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       2 number, 1 bool
  shuffle      0
  draws        no
  hosts        3
  visits       2

keys (column, type, name)
      0  int    level
      1  bool   near

hosts
      0  immediate  climb()
      1  immediate  rest()
      2  deferred   walk()

items
 index  offset     end  node    can  operation
     0  000168      32  #0      SFR  switch first 9                     switch.json:4:11
     1  000170       2                 case 2
     2  000178       3                 case -1
     3  000180       4                 case 0
     4  000188       5                 case -2147483648
     5  000190       6                 case 2147483647
     6  000198       7                   load_int level
     7  0001a0       8                   const_int 2
     8  0001a8       9                   multiply_int  last
     9  0001b0      10  #1      SFR  action climb                       switch.json:8:12
    10  0001b8      12  #2      SF-  condition                          switch.json:9:13
    11  0001c0      12                   load_bool near  last
    12  0001c8      17  #3      SFR  sequence                           switch.json:10:12
    13  0001d0      15  #4      SF-  condition                          switch.json:10:47
    14  0001d8      15                   load_bool near  last
    15  0001e0      17  #5      S-R  wait long 0                        switch.json:10:55
    16  0001e8       -                 duration 2 ticks
    17  0001f0      23  #6      SFR  switch every tick, first 21  "inner"  switch.json:11:22
    18  0001f8      19                 case 0
    19  000200      20                 case 1
    20  000208      21                   load_int level  last
    21  000210      22  #7      --R  running                            switch.json:16:25
    22  000218      23  #8      SFR  action rest                        switch.json:16:53
    23  000220      24  #9      -F-  failure                            switch.json:18:21
    24  000228      32  #10     SFR  switch first 29                    switch.json:20:16
    25  000230      26                 case 1
    26  000238      27                   tick
    27  000240      28                   const_int 3
    28  000248      29                   modulo_int  last
    29  000250      30  #11     S--  success                            switch.json:24:23
    30  000258      32  #12     SFR  deferred walk                      switch.json:25:18
    31  000260       -                 resource none
