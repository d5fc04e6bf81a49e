shape "drone", version 4, 1344 bytes

specification
  items        62 (tree 42, init 20)
  nodes        7
  columns      9 number, 0 bool
  shared       3 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       6 number, 2 bool
  shuffle      0
  draws        no
  hosts        3
  visits       6

keys (column, type, name)
      9  vec3   wind, shared
      0  vec3   home
      3  vec3   here
      6  float  high
      7  vec2   ground

hosts
      0  immediate  fly(to: vec3, now: key vec3, height: key float)
      1  immediate  turn(to: vec3)
      2  deferred   drop(at: vec3)

items
 index  offset     end  node    can  operation
     0  000168      42  #0      SFR  sequence                           vec3.json:15:11
     1  000170      12  #1      SF-  condition                          vec3.json:18:7
     2  000178       3                   load_vec3 here
     3  000180       4                   load_vec3 home
     4  000188       5                   distance_vec3
     5  000190       6                   load_float high
     6  000198       7                   less_float
     7  0001a0       8                   shared_vec3 wind
     8  0001a8       9                   length_vec3
     9  0001b0      10                   const_float 30.0
    10  0001b8      11                   less_float
    11  0001c0      12                   and  last
    12  0001c8      29  #2      SF-  condition                          vec3.json:19:7
    13  0001d0      14                   load_vec3 here
    14  0001d8      15                   shared_vec3 wind
    15  0001e0      16                   dot_vec3
    16  0001e8      17                   load_vec2 ground
    17  0001f0      18                   load_vec2 ground
    18  0001f8      19                   dot
    19  000200      20                   greater_float
    20  000208      21                   load_vec3 here
    21  000210      22                   length_vec3
    22  000218      23                   load_vec2 ground
    23  000220      24                   load_vec2 ground
    24  000228      25                   distance
    25  000230      26                   add_float
    26  000238      27                   const_float 1.0
    27  000240      28                   greater_float
    28  000248      29                   or  last
    29  000250      33  #3      S--  set here.z                         vec3.json:20:7
    30  000258      31                   load_float home.z
    31  000260      32                   shared_float wind.z
    32  000268      33                   subtract_float  last
    33  000270      37  #4      SFR  action fly                         vec3.json:21:7
    34  000278      35                 argument to = wind
    35  000280      36                 argument now = here
    36  000288      37                 argument height = home.y
    37  000290      39  #5      SFR  action turn                        vec3.json:22:7
    38  000298      39                 argument to = home
    39  0002a0      42  #6      SFR  deferred drop                      vec3.json:23:7
    40  0002a8       -                 resource none
    41  0002b0      42                 argument at = here
    42  0002b8      44                 init wind.x
    43  0002c0      44                   const_float 1.0  last
    44  0002c8      46                 init wind.z
    45  0002d0      46                   const_float 0.5  last
    46  0002d8      48                 init home.x
    47  0002e0      48                   const_float 3.0  last
    48  0002e8      52                 init home.y
    49  0002f0      50                   load_float home.x
    50  0002f8      51                   const_float 2.0
    51  000300      52                   multiply_float  last
    52  000308      56                 init home.z
    53  000310      54                   load_float home.y
    54  000318      55                   shared_float wind.z
    55  000320      56                   add_float  last
    56  000328      58                 init high
    57  000330      58                   load_float home.z  last
    58  000338      60                 init ground.x
    59  000340      60                   const_float 1.0  last
    60  000348      62                 init ground.y
    61  000350      62                   const_float 2.0  last
