shape "drone", version 2, 1224 bytes

specification
  items        52 (tree 32, init 20)
  nodes        7
  columns      9 number, 0 bool
  shared       3 number, 0 bool
  live         1 of 3 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       2 number, 2 bool
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
     0  000158      32  #0      SFR  sequence                           vec3.json:15:11
     1  000160       9  #1      SF-  condition                          vec3.json:18:7
     2  000168       3                   distance_vec3 here, home
     3  000170       4                   load_float high
     4  000178       5                   less_float
     5  000180       6                   length_vec3 wind
     6  000188       7                   const_float 30.0
     7  000190       8                   less_float
     8  000198       9                   and  last
     9  0001a0      19  #2      SF-  condition                          vec3.json:19:7
    10  0001a8      11                   dot_vec3 here, wind
    11  0001b0      12                   dot ground, ground
    12  0001b8      13                   greater_float
    13  0001c0      14                   length_vec3 here
    14  0001c8      15                   distance ground, ground
    15  0001d0      16                   add_float
    16  0001d8      17                   const_float 1.0
    17  0001e0      18                   greater_float
    18  0001e8      19                   or  last
    19  0001f0      23  #3      S--  set here.z                         vec3.json:20:7
    20  0001f8      21                   load_float home.z
    21  000200      22                   shared_float wind.z
    22  000208      23                   subtract_float  last
    23  000210      27  #4      SFR  action fly                         vec3.json:21:7
    24  000218      25                 argument to = wind
    25  000220      26                 argument now = here
    26  000228      27                 argument height = home.y
    27  000230      29  #5      SFR  action turn                        vec3.json:22:7
    28  000238      29                 argument to = home
    29  000240      32  #6      SFR  deferred drop                      vec3.json:23:7
    30  000248       -                 resource none
    31  000250      32                 argument at = here
    32  000258      34                 init wind.x
    33  000260      34                   const_float 1.0  last
    34  000268      36                 init wind.z
    35  000270      36                   const_float 0.5  last
    36  000278      38                 init home.x
    37  000280      38                   const_float 3.0  last
    38  000288      42                 init home.y
    39  000290      40                   load_float home.x
    40  000298      41                   const_float 2.0
    41  0002a0      42                   multiply_float  last
    42  0002a8      46                 init home.z
    43  0002b0      44                   load_float home.y
    44  0002b8      45                   shared_float wind.z
    45  0002c0      46                   add_float  last
    46  0002c8      48                 init high
    47  0002d0      48                   load_float home.z  last
    48  0002d8      50                 init ground.x
    49  0002e0      50                   const_float 1.0  last
    50  0002e8      52                 init ground.y
    51  0002f0      52                   const_float 2.0  last
