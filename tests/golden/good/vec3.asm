shape "drone", version 3, 1304 bytes

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
     0  000158      42  #0      SFR  sequence                           vec3.json:15:11
     1  000160      12  #1      SF-  condition                          vec3.json:18:7
     2  000168       3                   load_vec3 here
     3  000170       4                   load_vec3 home
     4  000178       5                   distance_vec3
     5  000180       6                   load_float high
     6  000188       7                   less_float
     7  000190       8                   shared_vec3 wind
     8  000198       9                   length_vec3
     9  0001a0      10                   const_float 30.0
    10  0001a8      11                   less_float
    11  0001b0      12                   and  last
    12  0001b8      29  #2      SF-  condition                          vec3.json:19:7
    13  0001c0      14                   load_vec3 here
    14  0001c8      15                   shared_vec3 wind
    15  0001d0      16                   dot_vec3
    16  0001d8      17                   load_vec2 ground
    17  0001e0      18                   load_vec2 ground
    18  0001e8      19                   dot
    19  0001f0      20                   greater_float
    20  0001f8      21                   load_vec3 here
    21  000200      22                   length_vec3
    22  000208      23                   load_vec2 ground
    23  000210      24                   load_vec2 ground
    24  000218      25                   distance
    25  000220      26                   add_float
    26  000228      27                   const_float 1.0
    27  000230      28                   greater_float
    28  000238      29                   or  last
    29  000240      33  #3      S--  set here.z                         vec3.json:20:7
    30  000248      31                   load_float home.z
    31  000250      32                   shared_float wind.z
    32  000258      33                   subtract_float  last
    33  000260      37  #4      SFR  action fly                         vec3.json:21:7
    34  000268      35                 argument to = wind
    35  000270      36                 argument now = here
    36  000278      37                 argument height = home.y
    37  000280      39  #5      SFR  action turn                        vec3.json:22:7
    38  000288      39                 argument to = home
    39  000290      42  #6      SFR  deferred drop                      vec3.json:23:7
    40  000298       -                 resource none
    41  0002a0      42                 argument at = here
    42  0002a8      44                 init wind.x
    43  0002b0      44                   const_float 1.0  last
    44  0002b8      46                 init wind.z
    45  0002c0      46                   const_float 0.5  last
    46  0002c8      48                 init home.x
    47  0002d0      48                   const_float 3.0  last
    48  0002d8      52                 init home.y
    49  0002e0      50                   load_float home.x
    50  0002e8      51                   const_float 2.0
    51  0002f0      52                   multiply_float  last
    52  0002f8      56                 init home.z
    53  000300      54                   load_float home.y
    54  000308      55                   shared_float wind.z
    55  000310      56                   add_float  last
    56  000318      58                 init high
    57  000320      58                   load_float home.z  last
    58  000328      60                 init ground.x
    59  000330      60                   const_float 1.0  last
    60  000338      62                 init ground.y
    61  000340      62                   const_float 2.0  last
