shape "own_vectors", version 4, 960 bytes

specification
  items        30 (tree 20, init 10)
  nodes        6
  columns      10 number, 0 bool
  shared       0 number, 0 bool
  live         0 of 0 items
  slots        0 bit, 0 word, 0 long
  persistent   0 status (0 named), 0 time
  undo         0
  guards       1
  stacks       7 number, 0 bool
  shuffle      0
  draws        yes
  hosts        0
  visits       5

keys (column, type, name)
      0  vec2   home
      2  vec3   p
      5  vec2   move/mine
      7  vec3   move/other

items
 index  offset     end  node    can  operation
     0  000168      20  #0      S--  sequence                           own_vectors.json:9:15
     1  000170       3  #1      S--  set move/mine                      own_vectors.json:10:9
     2  000178       3                   load_vec2 home  last
     3  000180       7  #2      S--  set home                           own_vectors.json:10:54
     4  000188       5                   load_float move/mine.y
     5  000190       6                   load_float home.x
     6  000198       7                   vec2  last
     7  0001a0      12  #3      S--  set p                              own_vectors.json:11:9
     8  0001a8       9                   load_float home.x
     9  0001b0      10                   load_float move/mine.x
    10  0001b8      11                   rand
    11  0001c0      12                   vec3  last
    12  0001c8      14  #4      S--  set move/other                     own_vectors.json:11:77
    13  0001d0      14                   load_vec3 p  last
    14  0001d8      20  #5      S--  set move/mine                      own_vectors.json:12:9
    15  0001e0      16                   load_float move/other.z
    16  0001e8      17                   load_vec3 p
    17  0001f0      18                   load_vec3 move/other
    18  0001f8      19                   dot_vec3
    19  000200      20                   vec2  last
    20  000208      22                 init home.x
    21  000210      22                   const_float 1.0  last
    22  000218      24                 init home.y
    23  000220      24                   const_float 2.0  last
    24  000228      26                 init move/other.x
    25  000230      26                   load_float home.x  last
    26  000238      28                 init move/other.y
    27  000240      28                   load_float p.z  last
    28  000248      30                 init move/other.z
    29  000250      30                   const_float 1.0  last
