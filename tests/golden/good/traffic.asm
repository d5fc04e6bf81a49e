shape "car", version 2, 1672 bytes

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
     0  000138      70  #0      S-R  priority                           traffic.json:3:8
     1  000140      11  #1      SFR  sequence  "brake hard"             traffic.json:4:1
     2  000148       8  #2      SF-  condition                          traffic.json:4:52
     3  000150       4                   load_float gap
     4  000158       5                   load_float speed
     5  000160       6                   const_float 0.5
     6  000168       7                   multiply_float
     7  000170       8                   less_float  last
     8  000178      11  #3      SFR  action brake                       traffic.json:4:72
     9  000180      11                 argument by
    10  000188      11                   const_float 8.0  last
    11  000190      45  #4      SFR  sequence  "stop at the light"      traffic.json:5:1
    12  000198      26  #5      SF-  condition                          traffic.json:5:59
    13  0001a0      14                   shared_int light
    14  0001a8      15                   const_int 0
    15  0001b0      16                   equal_int
    16  0001b8      17                   shared_int light
    17  0001c0      18                   const_int 1
    18  0001c8      19                   equal_int
    19  0001d0      20                   load_float to_light
    20  0001d8      21                   load_float speed
    21  0001e0      22                   const_float 2.0
    22  0001e8      23                   multiply_float
    23  0001f0      24                   greater_float
    24  0001f8      25                   and
    25  000200      26                   or  last
    26  000208      34  #6      SF-  condition                          traffic.json:5:110
    27  000210      28                   load_float to_light
    28  000218      29                   const_float 2.0
    29  000220      30                   load_float speed
    30  000228      31                   multiply_float
    31  000230      32                   const_float 5.0
    32  000238      33                   add_float
    33  000240      34                   less_float  last
    34  000248      45  #7      SFR  action brake                       traffic.json:5:137
    35  000250      45                 argument by
    36  000258      37                   load_float speed
    37  000260      38                   load_float speed
    38  000268      39                   multiply_float
    39  000270      40                   const_float 2.0
    40  000278      41                   load_float to_light
    41  000280      42                   const_float 0.5
    42  000288      43                   max_float
    43  000290      44                   multiply_float
    44  000298      45                   divide_float  last
    45  0002a0      57  #8      SFR  sequence  "keep a distance"        traffic.json:6:1
    46  0002a8      54  #9      SF-  condition                          traffic.json:6:57
    47  0002b0      48                   load_float gap
    48  0002b8      49                   const_float 2.0
    49  0002c0      50                   load_float speed
    50  0002c8      51                   const_float 1.8
    51  0002d0      52                   multiply_float
    52  0002d8      53                   add_float
    53  0002e0      54                   less_float  last
    54  0002e8      57  #10     SFR  action brake                       traffic.json:6:81
    55  0002f0      57                 argument by
    56  0002f8      57                   const_float 1.5  last
    57  000300      69  #11     SFR  sequence  "accelerate"             traffic.json:7:1
    58  000308      62  #12     SF-  condition                          traffic.json:7:52
    59  000310      60                   load_float speed
    60  000318      61                   shared_float limit
    61  000320      62                   less_float  last
    62  000328      69  #13     SFR  action accelerate                  traffic.json:7:68
    63  000330      69                 argument by
    64  000338      65                   const_float 2.5
    65  000340      66                   shared_float limit
    66  000348      67                   load_float speed
    67  000350      68                   subtract_float
    68  000358      69                   min_float  last
    69  000360      70  #14     S--  success  "roll"                    traffic.json:8:1
    70  000368      72                 init limit
    71  000370      72                   const_float 13.9  last
    72  000378      74                 init gap
    73  000380      74                   const_float 100.0  last
    74  000388      76                 init light
    75  000390      76                   const_int 2  last
    76  000398      78                 init to_light
    77  0003a0      78                   const_float 200.0  last
