shape "vectors", version 4, 1464 bytes

specification
  items        83 (tree 63, init 20)
  nodes        8
  columns      10 number, 0 bool
  shared       3 number, 0 bool
  live         1 of 1 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       7 number, 1 bool
  shuffle      0
  draws        no
  hosts        1
  visits       7

keys (column, type, name)
      0  vec2   at
      2  vec2   goal
      4  vec2   way
      6  vec3   up
     10  vec3   wind, shared
      9  float  far

hosts
      0  immediate  move(to: vec2, along: vec3)

items
 index  offset     end  node    can  operation
     0  000168      63  #0      SFR  sequence                           vectors.json:15:11
     1  000170       7  #1      S--  set way                            vectors.json:18:7
     2  000178       3                   load_vec2 goal
     3  000180       4                   load_vec2 at
     4  000188       5                   subtract_vec2
     5  000190       6                   const_float 0.5
     6  000198       7                   scale_vec2  last
     7  0001a0      19  #2      S--  set at                             vectors.json:19:7
     8  0001a8       9                   load_float far
     9  0001b0      10                   const_float 2.0
    10  0001b8      11                   greater_float
    11  0001c0      12                   load_vec2 at
    12  0001c8      13                   load_vec2 way
    13  0001d0      14                   add_vec2
    14  0001d8      15                   load_vec2 at
    15  0001e0      16                   load_vec2 goal
    16  0001e8      17                   const_float 0.25
    17  0001f0      18                   lerp_vec2
    18  0001f8      19                   select_vec2  last
    19  000200      35  #3      S--  set far                            vectors.json:20:7
    20  000208      21                   load_vec2 goal
    21  000210      22                   load_vec2 at
    22  000218      23                   subtract_vec2
    23  000220      24                   length
    24  000228      25                   load_vec3 up
    25  000230      26                   shared_vec3 wind
    26  000238      27                   dot_vec3
    27  000240      28                   add_float
    28  000248      29                   const_float 2.0
    29  000250      30                   load_vec3 up
    30  000258      31                   scale_by_vec3
    31  000260      32                   shared_vec3 wind
    32  000268      33                   subtract_vec3
    33  000270      34                   z_vec3
    34  000278      35                   subtract_float  last
    35  000280      40  #4      S--  set goal                           vectors.json:21:7
    36  000288      37                   load_float goal.y
    37  000290      38                   load_float goal.x
    38  000298      39                   negate_float
    39  0002a0      40                   vec2  last
    40  0002a8      46  #5      S--  set up                             vectors.json:22:7
    41  0002b0      42                   load_vec3 up
    42  0002b8      43                   negate_vec3
    43  0002c0      44                   shared_vec3 wind
    44  0002c8      45                   add_vec3
    45  0002d0      46                   normalize_vec3  last
    46  0002d8      56  #6      SFR  action move                        vectors.json:23:7
    47  0002e0      51                 argument to
    48  0002e8      49                   load_vec2 at
    49  0002f0      50                   load_vec2 way
    50  0002f8      51                   add_vec2  last
    51  000300      56                 argument along
    52  000308      53                   const_float 0.0
    53  000310      54                   load_float far
    54  000318      55                   const_float 1.0
    55  000320      56                   vec3  last
    56  000328      63  #7      SF-  condition                          vectors.json:24:7
    57  000330      58                   load_vec2 at
    58  000338      59                   load_vec2 goal
    59  000340      60                   negate_vec2
    60  000348      61                   distance
    61  000350      62                   const_float 2.0
    62  000358      63                   greater_float  last
    63  000360      69                 init at.x
    64  000368      65                   rand
    65  000370      66                   rand
    66  000378      67                   vec2
    67  000380      68                   const_float 10.0
    68  000388      69                   scale_vec2  last
    69  000390      71                 init goal.x
    70  000398      71                   const_float 3.0  last
    71  0003a0      73                 init goal.y
    72  0003a8      73                   const_float 4.0  last
    73  0003b0      78                 init up.x
    74  0003b8      75                   const_float 0.0
    75  0003c0      76                   const_float 0.6
    76  0003c8      77                   const_float 0.8
    77  0003d0      78                   vec3  last
    78  0003d8      83                 init wind.x
    79  0003e0      80                   const_float 0.5
    80  0003e8      81                   const_float 1.0
    81  0003f0      82                   const_float 1.5
    82  0003f8      83                   vec3  last
