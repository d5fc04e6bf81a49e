// SPDX-License-Identifier: MIT
// Simulate a power failure while snapshots are saved, runs are recorded and trees are compiled. All
// writes, syncs and renames of the program are recorded. For a crash at each moment, the test
// builds the disks that may result: of everything that was not synced, names and bytes, any part
// may be present, in any order. Everything that was acknowledged must be readable and complete, and
// no file may be partial.
//
//    test_power EXAMPLES FILES [DISKS]
#include "commands.h"
#include "own_folder.h"
#include "snapshot_bytes.h"
#include "system.h"

#include <gestalt/recorder/recorder.h>

#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>

#include <cmocka.h>

int command_main(int count, char **words);

// ---- recorded operations on the disk

enum { OPS_MOST = 4000, FILES_MOST = 100, DESCRIPTORS = 64, SECTOR = 512 };

typedef enum op_kind { OP_CREATE, OP_WRITE, OP_SYNC, OP_SYNC_FOLDER, OP_RENAME, OP_UNLINK } op_kind;

typedef struct op {
    op_kind kind;
    int file;        // number of the file, in order of creation
    size_t at, size; // position and size of the bytes in the file
    char name[64];   // name that the file gets or loses
    char old[64];    // name that OP_RENAME removes from the file
    uint64_t acknowledged;
} op;

static op ops[OPS_MOST];
static size_t op_count;
static byte_buffer contents[FILES_MOST];
static int file_count;
static int file_of[DESCRIPTORS]; // file of each descriptor, or -1
static bool is_folder[DESCRIPTORS];
static uint64_t acknowledged; // what the program has been promised so far
static bool syncs_are_lost;   // simulate a disk that ignores syncs
static size_t sync_count;     // calls of sync, each for any number of files

static op *op_add(op_kind kind, int file)
{
    assert_true(op_count < OPS_MOST);
    ops[op_count] = (op){.kind = kind, .file = file, .acknowledged = acknowledged};
    return &ops[op_count++];
}

// The file that has a name now.
static int file_named(const char *name)
{
    int file = -1;
    for (size_t i = 0; i < op_count; i++) {
        bool gets = ops[i].kind == OP_CREATE || ops[i].kind == OP_RENAME;
        if (gets && strcmp(ops[i].name, name) == 0)
            file = ops[i].file;
    }
    return file;
}

static void note_open(const system_event *e)
{
    struct stat status;
    file_of[e->descriptor] = -1;
    is_folder[e->descriptor] = fstat(e->descriptor, &status) == 0 && S_ISDIR(status.st_mode);
    if (!(e->flags & O_CREAT))
        return;
    assert_true(file_count < FILES_MOST && (e->flags & O_EXCL));
    file_of[e->descriptor] = file_count;
    op *created = op_add(OP_CREATE, file_count++);
    snprintf(created->name, sizeof created->name, "%s", e->name);
}

static void note_write(const system_event *e)
{
    int file = file_of[e->descriptor];
    if (file < 0)
        return;
    op *written = op_add(OP_WRITE, file);
    written->at = contents[file].size;
    written->size = e->size;
    assert_true(buffer_writer(&contents[file]).write(&contents[file], e->bytes, e->size));
}

static void note_whole_sync(void)
{
    for (int file = 0; file < file_count; file++)
        op_add(OP_SYNC, file);
    op_add(OP_SYNC_FOLDER, -1);
}

static void note(const system_event *e)
{
    assert_true(e->descriptor < DESCRIPTORS);
    sync_count += e->call == SYSTEM_SYNC;
    if (e->call == SYSTEM_OPEN)
        note_open(e);
    else if (e->call == SYSTEM_WRITE)
        note_write(e);
    else if (e->call == SYSTEM_CLOSE)
        file_of[e->descriptor] = -1;
    else if (e->call == SYSTEM_SYNC && !syncs_are_lost && e->is_whole)
        note_whole_sync();
    else if (e->call == SYSTEM_SYNC && !syncs_are_lost && is_folder[e->descriptor])
        op_add(OP_SYNC_FOLDER, -1);
    else if (e->call == SYSTEM_SYNC && !syncs_are_lost && file_of[e->descriptor] >= 0)
        op_add(OP_SYNC, file_of[e->descriptor]);
    else if (e->call == SYSTEM_RENAME) {
        op *renamed = op_add(OP_RENAME, file_named(e->name));
        snprintf(renamed->old, sizeof renamed->old, "%s", e->name);
        snprintf(renamed->name, sizeof renamed->name, "%s", e->to);
    } else if (e->call == SYSTEM_UNLINK) {
        op *gone = op_add(OP_UNLINK, file_named(e->name));
        snprintf(gone->name, sizeof gone->name, "%s", e->name);
    }
}

static void noting_start(void)
{
    for (int i = 0; i < file_count; i++) {
        free(contents[i].bytes);
        contents[i] = (byte_buffer){0};
    }
    op_count = 0;
    file_count = 0;
    sync_count = 0;
    acknowledged = 0;
    for (int i = 0; i < DESCRIPTORS; i++)
        file_of[i] = -1;
    faults = (system_faults){.on = true};
    system_listener = note;
}

static void noting_stop(void)
{
    faults.on = false;
    system_listener = NULL;
}

// ---- the disk after a crash

// Which part of the data that was not synced is on the disk.
typedef enum crash { CRASH_LOSES_ALL, CRASH_KEEPS_ALL, CRASH_KEEPS_NAMES, CRASH_KEEPS_ANY } crash;

// Return whether an operation is certain to be on the disk: a sync followed it before the crash.
static bool op_is_safe(size_t i, size_t end)
{
    bool is_bytes = ops[i].kind == OP_WRITE;
    for (size_t k = i + 1; k < end; k++)
        if (is_bytes ? ops[k].kind == OP_SYNC && ops[k].file == ops[i].file
                     : ops[k].kind == OP_SYNC_FOLDER)
            return true;
    return false;
}

static bool op_is_kept(size_t i, size_t end, crash how)
{
    if (op_is_safe(i, end))
        return true;
    switch (how) {
    case CRASH_LOSES_ALL: return false;
    case CRASH_KEEPS_ALL: return true;
    case CRASH_KEEPS_NAMES: return ops[i].kind != OP_WRITE;
    case CRASH_KEEPS_ANY: return rand() % 2;
    }
    return false;
}

// Return the number of the file that has a name on that disk, or -1.
static int disk_name(const char *name, size_t end, crash how)
{
    int file = -1;
    for (size_t i = 0; i < end; i++) {
        bool gets = ops[i].kind == OP_CREATE || ops[i].kind == OP_RENAME;
        bool loses = ops[i].kind == OP_UNLINK && strcmp(ops[i].name, name) == 0;
        gets = gets && strcmp(ops[i].name, name) == 0;
        if ((gets || loses) && op_is_kept(i, end, how))
            file = gets ? ops[i].file : -1;
    }
    return file;
}

// The bytes of a file on that disk. Writes that were not synced are on it whole, in some of their
// sectors, or only as a length, with zeros.
static byte_buffer disk_bytes(int file, size_t end, crash how)
{
    byte_buffer b = {.bytes = calloc(1, contents[file].size + 1)};
    assert_non_null(b.bytes);
    for (size_t i = 0; i < end; i++) {
        if (ops[i].kind != OP_WRITE || ops[i].file != file || !op_is_kept(i, end, how))
            continue;
        const op *w = &ops[i];
        bool is_torn = how == CRASH_KEEPS_ANY && !op_is_safe(i, end) && rand() % 2;
        for (size_t at = w->at; at < w->at + w->size; at += SECTOR - at % SECTOR) {
            size_t most = SECTOR - at % SECTOR, size = w->at + w->size - at;
            if (!is_torn || rand() % 2)
                memcpy(b.bytes + at, contents[file].bytes + at, size < most ? size : most);
        }
        b.size = b.size < w->at + w->size ? w->at + w->size : b.size;
    }
    return b;
}

// ---- crashes at every moment

// Check a file after a crash. `bytes` is NULL if the file does not exist. Return false if something
// is lost or partial.
typedef bool disk_check(const byte_buffer *bytes, int file, size_t end);

static int disks_at_moment = 100;

// Return the number of disks that were wrong, and set `*count` to the number of disks.
static size_t crash_everywhere(const char *name, disk_check *check, size_t *count)
{
    size_t wrong = 0;
    *count = 0;
    for (size_t end = 0; end <= op_count; end++) {
        for (int i = 0; i < disks_at_moment; i++, ++*count) {
            crash how = i < CRASH_KEEPS_ANY ? (crash)i : CRASH_KEEPS_ANY;
            int file = disk_name(name, end, how);
            if (file < 0) {
                wrong += !check(NULL, -1, end);
                continue;
            }
            byte_buffer bytes = disk_bytes(file, end, how);
            wrong += !check(&bytes, file, end);
            free(bytes.bytes);
        }
    }
    return wrong;
}

// ---- snapshots

enum { SAVES = 12, AGENTS = 200 };

static const char document[] =
    "{\"gestalt\":1,\"blackboard\":{\"count\":\"int\",\"luck\":\"float\"},\"root\":{\"type\":"
    "\"sequence\",\"children\":[{\"type\":\"set\",\"key\":\"luck\",\"to\":\"rand()\"},"
    "{\"type\":\"wait\",\"ticks\":1},{\"type\":\"set\",\"key\":\"count\",\"to\":\"count+1\"}]}}";
static gestalt_shape *shape;
static uint64_t hashes[SAVES + 1];

static gestalt_population *population_new(void)
{
    gestalt_population *p = NULL;
    gestalt_population_options options = {.group = {shape, NULL}, .seed = 5};
    assert_int_equal(gestalt_population_create(&options, &p, NULL), GESTALT_OK);
    return p;
}

static void save_often(void)
{
    gestalt_population *p = population_new();
    assert_int_equal(gestalt_population_spawn(p, 0, AGENTS, NULL, NULL), GESTALT_OK);
    unlink("s");
    noting_start();
    for (uint64_t tick = 1; tick <= SAVES; tick++) {
        assert_int_equal(gestalt_population_tick(p, (int64_t)tick * 1000, NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_hash(p, &hashes[tick], NULL), GESTALT_OK);
        assert_int_equal(gestalt_population_save(p, "s", NULL), GESTALT_OK);
        acknowledged = tick;
    }
    noting_stop();
    gestalt_population_destroy(p);
}

// The snapshot must be that of the last acknowledged save, or of the next one.
static bool check_snapshot(const byte_buffer *bytes, int file, size_t end)
{
    uint64_t promised = end < op_count ? ops[end].acknowledged : acknowledged;
    (void)file;
    if (!bytes)
        return promised == 0;
    gestalt_population *p = population_new();
    uint64_t hash = 0, ticks = 0;
    bool good = gestalt_population_load_memory(p, bytes->bytes, bytes->size, NULL) == GESTALT_OK;
    if (good) {
        ticks = gestalt_population_ticks(p);
        good = gestalt_population_hash(p, &hash, NULL) == GESTALT_OK &&
               (ticks == promised || ticks == promised + 1) && hash == hashes[ticks];
    }
    gestalt_population_destroy(p);
    return good;
}

static void test_snapshots(void **state)
{
    (void)state;
    size_t count;
    shape = compile_or_abort("power.json", document, false);
    save_often();
    assert_int_equal(crash_everywhere("s", check_snapshot, &count), 0);
    print_message("# snapshots: %d saves, %zu steps, %zu disks\n", SAVES, op_count, count);
    // On a disk that ignores syncs, the test must find losses. Otherwise it would not detect any.
    syncs_are_lost = true;
    save_often();
    syncs_are_lost = false;
    size_t wrong = crash_everywhere("s", check_snapshot, &count);
    print_message("# without syncs: %zu of %zu disks are wrong\n", wrong, count);
    assert_true(wrong > count / 10);
    gestalt_shape_destroy(shape);
}

// ---- recordings

// Return the number of bytes of a file that were synced before a moment.
static size_t synced_of(int file, size_t end)
{
    size_t written = 0, synced = 0;
    for (size_t i = 0; i < end; i++) {
        if (ops[i].kind == OP_WRITE && ops[i].file == file)
            written = ops[i].at + ops[i].size;
        if (ops[i].kind == OP_SYNC && ops[i].file == file)
            synced = written;
    }
    return synced;
}

// Return whether a file had its name, and its folder was synced, before a moment.
static bool is_named(size_t end)
{
    bool is_renamed = false;
    for (size_t i = 0; i < end; i++) {
        is_renamed = is_renamed || ops[i].kind == OP_RENAME;
        if (is_renamed && ops[i].kind == OP_SYNC_FOLDER)
            return true;
    }
    return false;
}

// Read all frames of the world. Return the end of what can be read.
static uint64_t read_world(const byte_buffer *bytes)
{
    gestalt_recording *r = NULL;
    gestalt_record_next next = GESTALT_RECORD_HAS_FRAME;
    gestalt_record_frame frame;
    if (gestalt_recording_open_memory(bytes->bytes, bytes->size, NULL, &r, NULL) != GESTALT_OK)
        return 0;
    while (next == GESTALT_RECORD_HAS_FRAME &&
           gestalt_recording_next(r, &next, &frame, NULL) == GESTALT_OK) {
    }
    uint64_t read = gestalt_recording_offset(r);
    gestalt_recording_close(r);
    return read;
}

// The same for its trees.
static uint64_t read_trees(const byte_buffer *bytes)
{
    gestalt_tree_recording *r = NULL;
    gestalt_tree_next next = GESTALT_TREE_HAS_FRAME;
    gestalt_tree_frame frame;
    if (gestalt_tree_recording_open_memory(bytes->bytes, bytes->size, NULL, &r, NULL) != GESTALT_OK)
        return 0;
    while (next == GESTALT_TREE_HAS_FRAME &&
           gestalt_tree_recording_next(r, &next, &frame, NULL) == GESTALT_OK) {
    }
    uint64_t read = gestalt_tree_recording_offset(r);
    gestalt_tree_recording_close(r);
    return read;
}

// Read everything. All synced frames must be there, and every frame must be as it was recorded.
static bool check_recording(const byte_buffer *bytes, int file, size_t end)
{
    if (!bytes)
        return !is_named(end);
    const uint64_t world = read_world(bytes), trees = read_trees(bytes);
    const uint64_t least = world < trees ? world : trees, most = world < trees ? trees : world;
    return least > 0 && least >= synced_of(file, end) && most <= contents[file].size &&
           memcmp(bytes->bytes, contents[file].bytes, most) == 0;
}

static void record_run(void)
{
    char *words[] = {"gestalt",
                     "run",
                     "examples/scenes/flock.json",
                     "-q",
                     "--steps=20",
                     "--every=1",
                     "--threads=1",
                     "--record=r.gsr",
                     "--record-parts=both",
                     NULL};
    unlink("r.gsr");
    noting_start();
    system_clock_step = 100000000; // nanoseconds: a second passes in a few steps
    int verdict = command_main(9, words);
    system_clock_step = 0;
    noting_stop();
    assert_int_equal(verdict, EXIT_FINE);
}

static void test_recordings(void **state)
{
    (void)state;
    size_t count, syncs = 0;
    record_run();
    for (size_t i = 0; i < op_count; i++)
        syncs += ops[i].kind == OP_SYNC;
    assert_true(syncs > 3);
    assert_int_equal(synced_of(0, op_count), contents[0].size);
    assert_int_equal(crash_everywhere("r.gsr", check_recording, &count), 0);
    print_message("# recordings: %zu syncs, %zu steps, %zu disks\n", syncs, op_count, count);
    syncs_are_lost = true;
    record_run();
    syncs_are_lost = false;
    size_t wrong = crash_everywhere("r.gsr", check_recording, &count);
    print_message("# without syncs: %zu of %zu disks are wrong\n", wrong, count);
    assert_true(wrong > count / 10);
}

// ---- several outputs of one command

enum { DOCUMENTS = 20, VERSIONS = 2 };

// versions of the output that is checked; the first one is empty
static byte_buffer images[VERSIONS + 1];
static char checked[40];

static void documents_write(int version)
{
    char path[40];
    for (int i = 0; i < DOCUMENTS; i++) {
        snprintf(path, sizeof path, "tree%d.json", i);
        FILE *file = fopen(path, "w");
        assert_non_null(file);
        fprintf(file, "{\"gestalt\": 1, \"root\": {\"type\": \"wait\", \"ticks\": %d}}",
                i + DOCUMENTS * version);
        assert_int_equal(fclose(file), 0);
    }
}

static void image_read(int version)
{
    char bytes[4096];
    FILE *file = fopen(checked, "rb");
    assert_non_null(file);
    size_t size = fread(bytes, 1, sizeof bytes, file);
    fclose(file);
    free(images[version].bytes);
    images[version] = (byte_buffer){0};
    assert_true(size > 0 && size < sizeof bytes);
    assert_true(buffer_writer(&images[version]).write(&images[version], bytes, size));
}

// Compile all documents, and again after each one has changed.
static void compile_often(const char *option)
{
    char *words[DOCUMENTS + 5] = {"gestalt", "compile", "-q", (char *)option};
    char paths[DOCUMENTS][40];
    for (int i = 0; i < DOCUMENTS; i++) {
        snprintf(paths[i], sizeof paths[i], "tree%d.json", i);
        words[4 + i] = paths[i];
    }
    assert_int_equal(system("rm -f *.gst"), 0);
    noting_start();
    for (int version = 1; version <= VERSIONS; version++) {
        faults.on = false;
        documents_write(version);
        faults.on = true;
        assert_int_equal(command_main(4 + DOCUMENTS, words), EXIT_FINE);
        acknowledged = (uint64_t)version;
        image_read(version);
    }
    noting_stop();
}

// The output must be that of the last run that ended, or of the next one.
static bool check_output(const byte_buffer *bytes, int file, size_t end)
{
    uint64_t promised = end < op_count ? ops[end].acknowledged : acknowledged;
    (void)file;
    if (!bytes)
        return promised == 0;
    for (uint64_t version = promised; version <= promised + 1 && version <= VERSIONS; version++) {
        const byte_buffer *image = &images[version];
        if (image->size == bytes->size && image->size > 0 &&
            memcmp(image->bytes, bytes->bytes, image->size) == 0)
            return true;
    }
    return false;
}

static size_t compile_wrong(int number, const char *option, size_t *count)
{
    snprintf(checked, sizeof checked, "tree%d.gst", number);
    compile_often(option);
    return crash_everywhere(checked, check_output, count);
}

static void test_many_outputs(void **state)
{
    (void)state;
    size_t count;
    for (int i = 0; i < DOCUMENTS; i += DOCUMENTS - 1) {
        assert_int_equal(compile_wrong(i, "--as=image", &count), 0);
        // Each run syncs the file system once, and the folder once.
        assert_int_equal(sync_count, 2 * VERSIONS);
        print_message("# %s: %zu syncs, %zu steps, %zu disks\n", checked, sync_count, op_count,
                      count);
    }
    size_t wrong = compile_wrong(0, "--no-sync", &count);
    assert_int_equal(sync_count, 0);
    print_message("# without syncs: %zu of %zu disks are wrong\n", wrong, count);
    assert_true(wrong > count / 10);
    for (int version = 0; version <= VERSIONS; version++)
        free(images[version].bytes);
}

int main(int count, char **words)
{
    char *folder;
    if (count < 3 || !(folder = realpath(words[1], NULL)))
        return 2;
    if (count > 3)
        disks_at_moment = atoi(words[3]);
    srand(1);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_snapshots),
                                       cmocka_unit_test(test_recordings),
                                       cmocka_unit_test(test_many_outputs)};
    if (own_folder_enter(NULL) != 0 || symlink(folder, "examples") != 0)
        return 2;
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(folder);
    noting_start(); // frees the recorded operations
    noting_stop();
    return own_folder_leave(NULL) == 0 ? failed : 1;
}
