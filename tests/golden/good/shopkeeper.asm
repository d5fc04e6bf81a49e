shape "shopkeeper", version 4, 1872 bytes

specification
  items        83 (tree 75, init 8)
  nodes        18
  columns      4 number, 0 bool
  shared       1 number, 0 bool
  live         1 of 6 items
  slots        0 bit, 0 word, 1 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       3
  stacks       3 number, 2 bool
  shuffle      0
  draws        yes
  hosts        5
  visits       3

keys (column, type, name)
      0  int    customers
      1  float  stock
      2  float  hunger
      3  float  dirt
      4  int    hour, shared

hosts
      0  deferred   serve()
      1  deferred   fetch()
      2  deferred   eat()
      3  deferred   sweep()
      4  deferred   hum()

items
 index  offset     end  node    can  operation
     0  000168      75  #0      SFR  reactive_sequence                  shopkeeper.json:3:8
     1  000170       9  #1      SF-  condition  "open"                  shopkeeper.json:4:1
     2  000178       3                   shared_int hour
     3  000180       4                   const_int 8
     4  000188       5                   greater_equal_int
     5  000190       6                   shared_int hour
     6  000198       7                   const_int 18
     7  0001a0       8                   less_int
     8  0001a8       9                   and  last
     9  0001b0      75  #2      SFR  utility first 40  "work"           shopkeeper.json:5:1
    10  0001b8      11                   load_int customers
    11  0001c0      12                   const_int 0
    12  0001c8      13                   greater_int
    13  0001d0      14                   const_float 1.0
    14  0001d8      15                   load_int customers
    15  0001e0      16                   int_to_float
    16  0001e8      17                   const_float 10.0
    17  0001f0      18                   divide_float
    18  0001f8      19                   add_float
    19  000200      20                   const_float 0.0
    20  000208      21                   select_float  last
    21  000210      22                   const_float 1.0
    22  000218      23                   load_float stock
    23  000220      24                   subtract_float
    24  000228      25                   const_float 0.8
    25  000230      26                   multiply_float  last
    26  000238      27                   shared_int hour
    27  000240      28                   const_int 12
    28  000248      29                   greater_equal_int
    29  000250      30                   load_float hunger
    30  000258      31                   const_float 1.5
    31  000260      32                   multiply_float
    32  000268      33                   load_float hunger
    33  000270      34                   select_float  last
    34  000278      35                   load_float dirt  last
    35  000280      36                   const_float 0.05
    36  000288      37                   rand
    37  000290      38                   const_float 0.05
    38  000298      39                   multiply_float
    39  0002a0      40                   add_float  last
    40  0002a8      49  #3      SFR  sequence  "serve"                  shopkeeper.json:6:1
    41  0002b0      43  #4      SFR  deferred serve                     shopkeeper.json:6:47
    42  0002b8       -                 resource none
    43  0002c0      49  #5      S--  set customers                      shopkeeper.json:6:80
    44  0002c8      45                   load_int customers
    45  0002d0      46                   const_int 1
    46  0002d8      47                   subtract_int
    47  0002e0      48                   const_int 0
    48  0002e8      49                   max_int  last
    49  0002f0      58  #6      SFR  sequence  "restock"                shopkeeper.json:7:1
    50  0002f8      52  #7      SFR  deferred fetch                     shopkeeper.json:7:49
    51  000300       -                 resource none
    52  000308      58  #8      S--  set stock                          shopkeeper.json:7:82
    53  000310      54                   load_float stock
    54  000318      55                   const_float 0.25
    55  000320      56                   add_float
    56  000328      57                   const_float 1.0
    57  000330      58                   min_float  last
    58  000338      63  #9      SFR  sequence  "eat"                    shopkeeper.json:8:1
    59  000340      61  #10     SFR  deferred eat                       shopkeeper.json:8:45
    60  000348       -                 resource none
    61  000350      63  #11     S--  set hunger                         shopkeeper.json:8:76
    62  000358      63                   const_float 0.0  last
    63  000360      68  #12     SFR  sequence  "sweep"                  shopkeeper.json:9:1
    64  000368      66  #13     SFR  deferred sweep                     shopkeeper.json:9:47
    65  000370       -                 resource none
    66  000378      68  #14     S--  set dirt                           shopkeeper.json:9:80
    67  000380      68                   const_float 0.0  last
    68  000388      75  #15     SFR  weighted children 2  "idle"        shopkeeper.json:10:1
    69  000390      70                 weight, sum 3.0
    70  000398      71                 weight, sum 4.0
    71  0003a0      73  #16     S-R  wait long 0                        shopkeeper.json:10:62
    72  0003a8       -                 duration 2 s
    73  0003b0      75  #17     SFR  deferred hum                       shopkeeper.json:10:90
    74  0003b8       -                 resource none
    75  0003c0      77                 init stock
    76  0003c8      77                   const_float 1.0  last
    77  0003d0      81                 init hunger
    78  0003d8      79                   rand
    79  0003e0      80                   const_float 0.5
    80  0003e8      81                   multiply_float  last
    81  0003f0      83                 init hour
    82  0003f8      83                   const_int 9  last
