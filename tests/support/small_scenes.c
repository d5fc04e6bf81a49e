// SPDX-License-Identifier: MIT
#include "small_scenes.h"

#include "running.h"

enum { CHANGES = 7 };

static const struct {
    const char *file;
    running_change changes[CHANGES];
} scenes[SMALL_SCENES] = {
    [SMALL_FLOCK] = {"flock.json",
                     {{"\"count\": 200", "\"count\": 9"}, {"[100, 100]", "[20, 20]"}}},
    [SMALL_SPACE] = {"boids3d.json", {{"\"count\": 200", "\"count\": 9"}}},
    [SMALL_ROADS] = {"traffic/blocks-lights.json",
                     {{"\"count\": 750", "\"count\": 11"},
                      {"[1500, 1500]", "[300, 300]"},
                      {"\"columns\": 10, \"rows\": 10", "\"columns\": 2, \"rows\": 2"},
                      {"car.json", "traffic/car.json"}}},
    [SMALL_FORCES] = {"traffic/ring-thesis-sum.json",
                      {{"thesis-car.json", "traffic/thesis-car.json"}}},
    [SMALL_AIRPORT] = {"airport.json", {{"\"planes\": 250", "\"planes\": 9"}}},
    [SMALL_CROWD] = {"crowd.json",
                     {{"\"count\": 1000", "\"count\": 7"},
                      {"-195", "-40"},
                      {"[400, 400]", "[100, 100]"},
                      {"200", "50"}}},
    [SMALL_LIFE] =
        {"wolf-sheep.json",
         {{"\"count\": 2500", "\"count\": 36"},
          {"\"count\": 100, \"most\": 2500", "\"count\": 9, \"most\": 20"},
          {"\"count\": 50, \"most\": 1000", "\"count\": \"n\", \"most\": 9"},
          {"\"food\": \"sheep\"", "\"food\": \"sheep\", \"energy\": \"n + rand() * 4\""},
          {"\"scene\": 1",
           "\"scene\": 1, \"params\": { \"n\": \"2 + 2\" }, "
           "\"reports\": [{ \"name\": \"fat\", \"value\": \"quantile(wolves, energy, 0.9) + "
           "count(sheep)\" }], \"until\": \"fat > 1e9\""},
          {"[50, 50]", "[6, 6]"}}},
    [SMALL_WALLS] = {"routes.json",
                     {{"\"count\": 40", "\"count\": 7"}, {"0.35", "0.3, \"cell\": 1"}}},
};

char *small_scene(int which)
{
    return running_changed(scenes[which].file, scenes[which].changes);
}
