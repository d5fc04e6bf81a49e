shape "car", version 3, 1704 bytes

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
     0  000158      70  #0      S-R  priority                           traffic.json:3:8
     1  000160      11  #1      SFR  sequence  "brake hard"             traffic.json:4:1
     2  000168       8  #2      SF-  condition                          traffic.json:4:52
     3  000170       4                   load_float gap
     4  000178       5                   load_float speed
     5  000180       6                   const_float 0.5
     6  000188       7                   multiply_float
     7  000190       8                   less_float  last
     8  000198      11  #3      SFR  action brake                       traffic.json:4:72
     9  0001a0      11                 argument by
    10  0001a8      11                   const_float 8.0  last
    11  0001b0      45  #4      SFR  sequence  "stop at the light"      traffic.json:5:1
    12  0001b8      26  #5      SF-  condition                          traffic.json:5:59
    13  0001c0      14                   shared_int light
    14  0001c8      15                   const_int 0
    15  0001d0      16                   equal_int
    16  0001d8      17                   shared_int light
    17  0001e0      18                   const_int 1
    18  0001e8      19                   equal_int
    19  0001f0      20                   load_float to_light
    20  0001f8      21                   load_float speed
    21  000200      22                   const_float 2.0
    22  000208      23                   multiply_float
    23  000210      24                   greater_float
    24  000218      25                   and
    25  000220      26                   or  last
    26  000228      34  #6      SF-  condition                          traffic.json:5:110
    27  000230      28                   load_float to_light
    28  000238      29                   const_float 2.0
    29  000240      30                   load_float speed
    30  000248      31                   multiply_float
    31  000250      32                   const_float 5.0
    32  000258      33                   add_float
    33  000260      34                   less_float  last
    34  000268      45  #7      SFR  action brake                       traffic.json:5:137
    35  000270      45                 argument by
    36  000278      37                   load_float speed
    37  000280      38                   load_float speed
    38  000288      39                   multiply_float
    39  000290      40                   const_float 2.0
    40  000298      41                   load_float to_light
    41  0002a0      42                   const_float 0.5
    42  0002a8      43                   max_float
    43  0002b0      44                   multiply_float
    44  0002b8      45                   divide_float  last
    45  0002c0      57  #8      SFR  sequence  "keep a distance"        traffic.json:6:1
    46  0002c8      54  #9      SF-  condition                          traffic.json:6:57
    47  0002d0      48                   load_float gap
    48  0002d8      49                   const_float 2.0
    49  0002e0      50                   load_float speed
    50  0002e8      51                   const_float 1.8
    51  0002f0      52                   multiply_float
    52  0002f8      53                   add_float
    53  000300      54                   less_float  last
    54  000308      57  #10     SFR  action brake                       traffic.json:6:81
    55  000310      57                 argument by
    56  000318      57                   const_float 1.5  last
    57  000320      69  #11     SFR  sequence  "accelerate"             traffic.json:7:1
    58  000328      62  #12     SF-  condition                          traffic.json:7:52
    59  000330      60                   load_float speed
    60  000338      61                   shared_float limit
    61  000340      62                   less_float  last
    62  000348      69  #13     SFR  action accelerate                  traffic.json:7:68
    63  000350      69                 argument by
    64  000358      65                   const_float 2.5
    65  000360      66                   shared_float limit
    66  000368      67                   load_float speed
    67  000370      68                   subtract_float
    68  000378      69                   min_float  last
    69  000380      70  #14     S--  success  "roll"                    traffic.json:8:1
    70  000388      72                 init limit
    71  000390      72                   const_float 13.9  last
    72  000398      74                 init gap
    73  0003a0      74                   const_float 100.0  last
    74  0003a8      76                 init light
    75  0003b0      76                   const_int 2  last
    76  0003b8      78                 init to_light
    77  0003c0      78                   const_float 200.0  last
