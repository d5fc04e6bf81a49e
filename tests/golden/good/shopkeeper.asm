shape "shopkeeper", version 3, 1832 bytes

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
     0  000158      75  #0      SFR  reactive_sequence                  shopkeeper.json:3:8
     1  000160       9  #1      SF-  condition  "open"                  shopkeeper.json:4:1
     2  000168       3                   shared_int hour
     3  000170       4                   const_int 8
     4  000178       5                   greater_equal_int
     5  000180       6                   shared_int hour
     6  000188       7                   const_int 18
     7  000190       8                   less_int
     8  000198       9                   and  last
     9  0001a0      75  #2      SFR  utility first 40  "work"           shopkeeper.json:5:1
    10  0001a8      11                   load_int customers
    11  0001b0      12                   const_int 0
    12  0001b8      13                   greater_int
    13  0001c0      14                   const_float 1.0
    14  0001c8      15                   load_int customers
    15  0001d0      16                   int_to_float
    16  0001d8      17                   const_float 10.0
    17  0001e0      18                   divide_float
    18  0001e8      19                   add_float
    19  0001f0      20                   const_float 0.0
    20  0001f8      21                   select_float  last
    21  000200      22                   const_float 1.0
    22  000208      23                   load_float stock
    23  000210      24                   subtract_float
    24  000218      25                   const_float 0.8
    25  000220      26                   multiply_float  last
    26  000228      27                   shared_int hour
    27  000230      28                   const_int 12
    28  000238      29                   greater_equal_int
    29  000240      30                   load_float hunger
    30  000248      31                   const_float 1.5
    31  000250      32                   multiply_float
    32  000258      33                   load_float hunger
    33  000260      34                   select_float  last
    34  000268      35                   load_float dirt  last
    35  000270      36                   const_float 0.05
    36  000278      37                   rand
    37  000280      38                   const_float 0.05
    38  000288      39                   multiply_float
    39  000290      40                   add_float  last
    40  000298      49  #3      SFR  sequence  "serve"                  shopkeeper.json:6:1
    41  0002a0      43  #4      SFR  deferred serve                     shopkeeper.json:6:47
    42  0002a8       -                 resource none
    43  0002b0      49  #5      S--  set customers                      shopkeeper.json:6:80
    44  0002b8      45                   load_int customers
    45  0002c0      46                   const_int 1
    46  0002c8      47                   subtract_int
    47  0002d0      48                   const_int 0
    48  0002d8      49                   max_int  last
    49  0002e0      58  #6      SFR  sequence  "restock"                shopkeeper.json:7:1
    50  0002e8      52  #7      SFR  deferred fetch                     shopkeeper.json:7:49
    51  0002f0       -                 resource none
    52  0002f8      58  #8      S--  set stock                          shopkeeper.json:7:82
    53  000300      54                   load_float stock
    54  000308      55                   const_float 0.25
    55  000310      56                   add_float
    56  000318      57                   const_float 1.0
    57  000320      58                   min_float  last
    58  000328      63  #9      SFR  sequence  "eat"                    shopkeeper.json:8:1
    59  000330      61  #10     SFR  deferred eat                       shopkeeper.json:8:45
    60  000338       -                 resource none
    61  000340      63  #11     S--  set hunger                         shopkeeper.json:8:76
    62  000348      63                   const_float 0.0  last
    63  000350      68  #12     SFR  sequence  "sweep"                  shopkeeper.json:9:1
    64  000358      66  #13     SFR  deferred sweep                     shopkeeper.json:9:47
    65  000360       -                 resource none
    66  000368      68  #14     S--  set dirt                           shopkeeper.json:9:80
    67  000370      68                   const_float 0.0  last
    68  000378      75  #15     SFR  weighted children 2  "idle"        shopkeeper.json:10:1
    69  000380      70                 weight, sum 3.0
    70  000388      71                 weight, sum 4.0
    71  000390      73  #16     S-R  wait long 0                        shopkeeper.json:10:62
    72  000398       -                 duration 2 s
    73  0003a0      75  #17     SFR  deferred hum                       shopkeeper.json:10:90
    74  0003a8       -                 resource none
    75  0003b0      77                 init stock
    76  0003b8      77                   const_float 1.0  last
    77  0003c0      81                 init hunger
    78  0003c8      79                   rand
    79  0003d0      80                   const_float 0.5
    80  0003d8      81                   multiply_float  last
    81  0003e0      83                 init hour
    82  0003e8      83                   const_int 9  last
