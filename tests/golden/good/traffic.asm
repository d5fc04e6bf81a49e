shape "car", version 4, 1744 bytes

specification
  items        78 (tree 70, init 8)
  nodes        15
  columns      3 number, 0 bool
  shared       2 number, 0 bool
  live         1 of 4 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       2
  stacks       4 number, 3 bool
  shuffle      0
  draws        no
  hosts        2
  visits       10

keys (column, type, name)
      0  float  speed
      3  float  limit, shared
      1  float  gap
      4  int    light, shared
      2  float  to_light

hosts
      0  immediate  brake(by: float)
      1  immediate  accelerate(by: float)

items
 index  offset     end  node    can  operation
     0  000168      70  #0      S-R  priority                           traffic.json:3:8
     1  000170      11  #1      SFR  sequence  "brake hard"             traffic.json:4:1
     2  000178       8  #2      SF-  condition                          traffic.json:4:52
     3  000180       4                   load_float gap
     4  000188       5                   load_float speed
     5  000190       6                   const_float 0.5
     6  000198       7                   multiply_float
     7  0001a0       8                   less_float  last
     8  0001a8      11  #3      SFR  action brake                       traffic.json:4:72
     9  0001b0      11                 argument by
    10  0001b8      11                   const_float 8.0  last
    11  0001c0      45  #4      SFR  sequence  "stop at the light"      traffic.json:5:1
    12  0001c8      26  #5      SF-  condition                          traffic.json:5:59
    13  0001d0      14                   shared_int light
    14  0001d8      15                   const_int 0
    15  0001e0      16                   equal_int
    16  0001e8      17                   shared_int light
    17  0001f0      18                   const_int 1
    18  0001f8      19                   equal_int
    19  000200      20                   load_float to_light
    20  000208      21                   load_float speed
    21  000210      22                   const_float 2.0
    22  000218      23                   multiply_float
    23  000220      24                   greater_float
    24  000228      25                   and
    25  000230      26                   or  last
    26  000238      34  #6      SF-  condition                          traffic.json:5:110
    27  000240      28                   load_float to_light
    28  000248      29                   const_float 2.0
    29  000250      30                   load_float speed
    30  000258      31                   multiply_float
    31  000260      32                   const_float 5.0
    32  000268      33                   add_float
    33  000270      34                   less_float  last
    34  000278      45  #7      SFR  action brake                       traffic.json:5:137
    35  000280      45                 argument by
    36  000288      37                   load_float speed
    37  000290      38                   load_float speed
    38  000298      39                   multiply_float
    39  0002a0      40                   const_float 2.0
    40  0002a8      41                   load_float to_light
    41  0002b0      42                   const_float 0.5
    42  0002b8      43                   max_float
    43  0002c0      44                   multiply_float
    44  0002c8      45                   divide_float  last
    45  0002d0      57  #8      SFR  sequence  "keep a distance"        traffic.json:6:1
    46  0002d8      54  #9      SF-  condition                          traffic.json:6:57
    47  0002e0      48                   load_float gap
    48  0002e8      49                   const_float 2.0
    49  0002f0      50                   load_float speed
    50  0002f8      51                   const_float 1.8
    51  000300      52                   multiply_float
    52  000308      53                   add_float
    53  000310      54                   less_float  last
    54  000318      57  #10     SFR  action brake                       traffic.json:6:81
    55  000320      57                 argument by
    56  000328      57                   const_float 1.5  last
    57  000330      69  #11     SFR  sequence  "accelerate"             traffic.json:7:1
    58  000338      62  #12     SF-  condition                          traffic.json:7:52
    59  000340      60                   load_float speed
    60  000348      61                   shared_float limit
    61  000350      62                   less_float  last
    62  000358      69  #13     SFR  action accelerate                  traffic.json:7:68
    63  000360      69                 argument by
    64  000368      65                   const_float 2.5
    65  000370      66                   shared_float limit
    66  000378      67                   load_float speed
    67  000380      68                   subtract_float
    68  000388      69                   min_float  last
    69  000390      70  #14     S--  success  "roll"                    traffic.json:8:1
    70  000398      72                 init limit
    71  0003a0      72                   const_float 13.9  last
    72  0003a8      74                 init gap
    73  0003b0      74                   const_float 100.0  last
    74  0003b8      76                 init light
    75  0003c0      76                   const_int 2  last
    76  0003c8      78                 init to_light
    77  0003d0      78                   const_float 200.0  last
