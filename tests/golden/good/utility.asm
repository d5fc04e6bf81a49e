shape "utility", version 4, 1160 bytes

specification
  items        40 (tree 34, init 6)
  nodes        9
  columns      3 number, 0 bool
  shared       0 number, 0 bool
  live         1 of 7 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       3 number, 0 bool
  shuffle      0
  draws        yes
  hosts        5
  visits       1

keys (column, type, name)
      0  float  hunger
      1  float  tired
      2  int    coins

hosts
      0  deferred   eat()
      1  deferred   sleep()
      2  deferred   shop()
      3  immediate  hum()
      4  deferred   stroll()

items
 index  offset     end  node    can  operation
     0  000168      34  #0      SFR  utility first 16  "what now"       utility.json:2:8
     1  000170       2                   load_float hunger
     2  000178       3                   const_float 2.0
     3  000180       4                   multiply_float  last
     4  000188       5                   load_float tired
     5  000190       6                   const_float 0.1
     6  000198       7                   max_float  last
     7  0001a0       8                   load_int coins
     8  0001a8       9                   int_to_float  last
     9  0001b0      10                   const_float 0.25
    10  0001b8      11                   rand
    11  0001c0      12                   const_float 0.1
    12  0001c8      13                   multiply_float
    13  0001d0      14                   add_float  last
    14  0001d8      15                   const_float 1.0  last
    15  0001e0      16                   const_float -1.0  last
    16  0001e8      18  #1      SFR  deferred eat                       utility.json:3:1
    17  0001f0       -                 resource none
    18  0001f8      20  #2      SFR  deferred sleep                     utility.json:4:1
    19  000200       -                 resource none
    20  000208      22  #3      SFR  deferred shop                      utility.json:5:1
    21  000210       -                 resource none
    22  000218      31  #4      SFR  utility first 28                   utility.json:6:1
    23  000220      24                   load_int coins
    24  000228      25                   const_int 2
    25  000230      26                   modulo_int
    26  000238      27                   int_to_float  last
    27  000240      28                   load_float tired  last
    28  000248      29  #5      SFR  action hum                         utility.json:6:62
    29  000250      31  #6      S-R  wait long 0                        utility.json:6:91
    30  000258       -                 duration 5 ticks
    31  000260      33  #7      SFR  deferred stroll                    utility.json:7:1
    32  000268       -                 resource none
    33  000270      34  #8      --R  running                            utility.json:8:1
    34  000278      36                 init hunger
    35  000280      36                   const_float 0.2  last
    36  000288      38                 init tired
    37  000290      38                   const_float 0.4  last
    38  000298      40                 init coins
    39  0002a0      40                   const_int 5  last
