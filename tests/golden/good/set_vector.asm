shape "set_vector", version 2, 1288 bytes

specification
  items        55 (tree 41, init 14)
  nodes        11
  columns      11 number, 0 bool
  shared       3 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       4 number, 0 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       10

keys (column, type, name)
      0  vec3   here
      3  vec3   goal
     11  vec3   wind, shared
      6  vec2   flat
      8  vec2   post
     10  int    steps

items
 index  offset     end  node    can  operation
     0  000158      41  #0      S--  sequence                           set_vector.json:12:11
     1  000160       5  #1      S--  set here  "copy"                   set_vector.json:15:7
     2  000168       3                   load_float goal.x  last
     3  000170       4                   load_float goal.y  last
     4  000178       5                   load_float goal.z  last
     5  000180       9  #2      S--  set goal                           set_vector.json:16:7
     6  000188       7                   load_float goal.z  last
     7  000190       8                   load_float goal.x  last
     8  000198       9                   load_float goal.y  last
     9  0001a0      13  #3      S--  set goal                           set_vector.json:17:7
    10  0001a8      11                   shared_float wind.x  last
    11  0001b0      12                   shared_float wind.y  last
    12  0001b8      13                   shared_float wind.z  last
    13  0001c0      20  #4      S--  set flat                           set_vector.json:18:7
    14  0001c8      15                   load_float flat.y  last
    15  0001d0      16                   load_float flat.x
    16  0001d8      17                   length post
    17  0001e0      18                   rand
    18  0001e8      19                   multiply_float
    19  0001f0      20                   add_float  last
    20  0001f8      24  #5      S--  set post                           set_vector.json:19:7
    21  000200      22                   load_int steps
    22  000208      23                   int_to_float  last
    23  000210      24                   const_float 2.0  last
    24  000218      27  #6      S--  set post                           set_vector.json:20:7
    25  000220      26                   load_float post.x  last
    26  000228      27                   load_float post.y  last
    27  000230      31  #7      S--  set here                           set_vector.json:21:7
    28  000238      29                   load_float here.x  last
    29  000240      30                   shared_float wind.y  last
    30  000248      31                   load_float here.z  last
    31  000250      35  #8      S--  set here                           set_vector.json:22:7
    32  000258      33                   load_float goal.x  last
    33  000260      34                   load_float goal.y  last
    34  000268      35                   shared_float wind.z  last
    35  000270      39  #9      S--  set steps                          set_vector.json:23:7
    36  000278      37                   load_int steps
    37  000280      38                   const_int 1
    38  000288      39                   add_int  last
    39  000290      41  #10     S--  set here.z                         set_vector.json:24:7
    40  000298      41                   const_float 1.0  last
    41  0002a0      43                 init goal.x
    42  0002a8      43                   const_float 1.0  last
    43  0002b0      45                 init goal.y
    44  0002b8      45                   const_float 2.0  last
    45  0002c0      47                 init goal.z
    46  0002c8      47                   const_float 3.0  last
    47  0002d0      49                 init wind.x
    48  0002d8      49                   const_float 0.5  last
    49  0002e0      51                 init wind.z
    50  0002e8      51                   const_float 0.25  last
    51  0002f0      53                 init flat.x
    52  0002f8      53                   rand  last
    53  000300      55                 init flat.y
    54  000308      55                   const_float 4.0  last
