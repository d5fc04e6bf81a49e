// SPDX-License-Identifier: MIT
// Two painters, which draw agents as points and as shapes. GraphicsPainter moves, turns and colours agents on the
// graphics processor. PixelPainter sets pixels itself, which is much faster than WebGL that is emulated in software.
// Both get the positions of agents, scaled to 0 to 1 in the world, in the current and in the next frame.

import {SHAPES_TABLE} from "../../src/tool/plot/shapes.def";
import {SHAPES} from "../decode/world_frames.js";
import {known, later} from "../model/known.js";
import {contextOf} from "./dom.js";
/** @import {View} from "./view.js" */

const ROOM = 1.1; // size of a point relative to the shape in it
// The closed outline of each shape, by name.
export const OUTLINES = Object.fromEntries(SHAPES_TABLE.map(([name, ...numbers]) => {
    const half = [];
    for (let i = 0; i < numbers.length; i += 2)
        half.push([+numbers[i], +numbers[i + 1]]);
    const mirrored = half.filter(([, y]) => y !== 0).map(([x, y]) => [x, -y]).reverse();
    return [name.toLowerCase(), half.concat(mirrored)];
}));
OUTLINES.square = [[0.886, 0.886], [-0.886, 0.886], [-0.886, -0.886], [0.886, -0.886]];

// Trace the path of a shape with radius 1 that points along x.
/** @param {CanvasRenderingContext2D} c @param {string} shape */
function traceShape(c, shape) {
    c.beginPath();
    if (OUTLINES[shape])
        OUTLINES[shape].forEach(([x, y], i) => c[i ? "lineTo" : "moveTo"](x, y));
    else
        c.arc(0, 0, 1, 0, 7);
    c.closePath();
}

/** @typedef {GraphicsPainter | PixelPainter} Painter */

const VERTEX = `#version 300 es
precision highp float;
const float ROOM = ${ROOM};
in vec3 a_from, a_to;
in float a_color, a_radius, a_shape;
in vec2 a_turn;
uniform vec3 u_low, u_size, u_periodic;
uniform mat3 u_turn;
uniform vec2 u_camera, u_viewport;
uniform float u_scale, u_part, u_least, u_pixel;
uniform sampler2D u_colors;
out vec4 v_color;
out vec2 v_heading;
out float v_diameter;
flat out int v_shape;
void main() {
    vec3 move = a_to - a_from;
    move -= u_periodic * floor(move + 0.5);
    vec3 place = a_from + move * u_part;
    place -= u_periodic * floor(place);
    vec3 seen = u_turn * (u_low + (place - 0.5) * u_size + 0.5 * u_size);
    vec2 screen = (seen.xy - u_camera) * u_scale;
    gl_Position = vec4(screen * 2.0 / u_viewport, 0.0, 1.0);
    v_color = texture(u_colors, vec2(a_color, 0.5));
    vec2 heading = (u_turn * (move * u_size)).xy;
    v_heading = dot(heading, heading) > 0.0 ? normalize(heading) : vec2(0.0);
    if (a_turn.x >= 0.0) {
        float turn = a_turn.y - a_turn.x;
        float angle = (a_turn.x + (turn - floor(turn + 0.5)) * u_part) * 6.2831853;
        v_heading = normalize((u_turn * vec3(cos(angle), sin(angle), 0.0)).xy);
    }
    v_shape = int(a_shape);
    if (v_shape > 2 && v_heading == vec2(0.0))
        v_heading = vec2(0.0, 1.0);
    v_diameter = clamp(2.0 * a_radius * u_scale, u_least, 240.0) * u_pixel * (v_shape > 0 ? ROOM : 1.0);
    gl_PointSize = v_diameter;
    if (v_color.a == 0.0)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision highp float;
const float SHAPE_COUNT = ${SHAPES.length}.0;
in vec4 v_color;
in vec2 v_heading;
in float v_diameter;
flat in int v_shape;
uniform sampler2D u_shapes;
out vec4 color;
void main() {
    float cover = 1.0;
    if (v_shape > 1 && v_diameter > 4.0) {
        vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
        vec2 along = v_shape == 2 ? vec2(1.0, 0.0) : v_heading;
        vec2 q = vec2(dot(p, along), dot(p, vec2(-along.y, along.x)));
        if (max(abs(q.x), abs(q.y)) > 0.99)
            discard;
        cover = texture(u_shapes, vec2((float(v_shape) + q.x * 0.5 + 0.5) / SHAPE_COUNT, q.y * 0.5 + 0.5)).a;
        if (cover < 0.01)
            discard;
    } else if (v_diameter > 3.0) {
        vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
        float outside = length(p) - 1.0;
        if (v_shape == 0 && v_diameter > 9.0 && v_heading != vec2(0.0)) {
            vec2 q = vec2(dot(p, v_heading), abs(dot(p, vec2(-v_heading.y, v_heading.x))));
            float side = dot(q - vec2(0.95, 0.0), vec2(0.4029, 0.9153));
            float notch = dot(q - vec2(-0.42, 0.0), vec2(-0.8, -0.6));
            outside = max(side, notch);
            outside = max(outside, length(p) - 1.0);
        }
        cover = clamp(0.5 - outside * v_diameter * 0.5, 0.0, 1.0);
        if (cover == 0.0)
            discard;
    }
    color = vec4(v_color.rgb * v_color.a, v_color.a) * cover;
}`;

export class GraphicsPainter {
    // Return whether WebGL runs on a graphics processor, not on a software emulation.
    static isThere() {
        const gl = document.createElement("canvas").getContext("webgl2", {failIfMajorPerformanceCaveat: true});
        if (!gl)
            return false;
        const names = gl.getExtension("WEBGL_debug_renderer_info");
        const name = gl.getParameter(names ? names.UNMASKED_RENDERER_WEBGL : gl.RENDERER);
        gl.getExtension("WEBGL_lose_context")?.loseContext();
        return !/swiftshader|llvmpipe|software|basic render/i.test(name);
    }

    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        const gl = /** @type {WebGL2RenderingContext | null} */ (canvas.getContext("webgl2", {antialias: false, premultipliedAlpha: true}));
        if (!gl)
            throw new Error("There is no WebGL 2.");
        this.canvas = canvas;
        this.gl = gl;
        this.count = 0;
        this.program = gl.createProgram();
        for (const {type, text} of [{type: gl.VERTEX_SHADER, text: VERTEX}, {type: gl.FRAGMENT_SHADER, text: FRAGMENT}]) {
            const shader = known(gl.createShader(type));
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
                throw new Error(gl.getShaderInfoLog(shader) ?? "A shader does not compile.");
            gl.attachShader(this.program, shader);
        }
        ["a_from", "a_to", "a_color", "a_radius", "a_shape", "a_turn"].forEach((name, i) => gl.bindAttribLocation(this.program, i, name));
        gl.linkProgram(this.program);
        gl.useProgram(this.program);
        /** @type {Record<string, WebGLUniformLocation | null>} */
        this.uniforms = {};
        for (const name of ["low", "size", "periodic", "turn", "camera", "viewport", "scale", "part", "least", "pixel", "colors", "shapes"])
            this.uniforms[name] = gl.getUniformLocation(this.program, "u_" + name);
        this.buffers = Array.from({length: 6}, () => gl.createBuffer());
        this.has = [true, true, true, true, false, false]; // whether each attribute has data
        this.uploadShapes();
        gl.activeTexture(gl.TEXTURE0);
        gl.uniform1i(this.uniforms.colors, 0);
        gl.uniform1i(this.uniforms.shapes, 1);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST],
                                     [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
            gl.texParameteri(gl.TEXTURE_2D, name, value);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    // Upload a texture with all shapes in a row. Its alpha values are the coverage of a point.
    uploadShapes() {
        const gl = this.gl, size = 128, canvas = document.createElement("canvas"), c = contextOf(canvas);
        canvas.width = size * SHAPES.length;
        canvas.height = size;
        SHAPES.forEach((shape, i) => {
            c.setTransform(size / 2 / ROOM, 0, 0, size / 2 / ROOM, (i + 0.5) * size, size / 2);
            traceShape(c, shape);
            c.fill();
        });
        gl.activeTexture(gl.TEXTURE1);
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, gl.RGBA, gl.UNSIGNED_BYTE, canvas);
        gl.generateMipmap(gl.TEXTURE_2D);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.LINEAR_MIPMAP_LINEAR);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE);
        gl.texParameteri(gl.TEXTURE_2D, gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE);
    }

    /** @param {number} index @param {Float32Array} array */
    upload(index, array) {
        const gl = this.gl;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[index]);
        gl.bufferData(gl.ARRAY_BUFFER, array, gl.DYNAMIC_DRAW);
    }

    /** @param {Float32Array} from @param {Float32Array} to */
    setPlaces(from, to) {
        this.upload(0, from);
        this.upload(1, to);
        this.count = from.length / 3;
    }

    /** @param {Uint8Array} places */
    setColors(places) { this.upload(2, Float32Array.from(places, (place) => (place + 0.5) / 256)); }

    /** @param {Float32Array} radii */
    setRadii(radii) { this.upload(3, radii); }

    // Set the index of each agent's shape in SHAPES; null if no group has a shape.
    /** @param {Uint8Array | null} shapes */
    setShapes(shapes) {
        this.has[4] = shapes !== null;
        if (shapes)
            this.upload(4, Float32Array.from(shapes));
    }

    // Set the headings of agents in this and in the next frame, as fractions of a turn.
    /** @param {Float32Array} now @param {Float32Array} then */
    setTurns(now, then) {
        const both = new Float32Array(now.length * 2);
        now.forEach((turn, i) => { both[2 * i] = turn; both[2 * i + 1] = then[i]; });
        this.has[5] = true;
        this.upload(5, both);
    }

    clear() {
        this.gl.clearColor(0, 0, 0, 0);
        this.gl.clear(this.gl.COLOR_BUFFER_BIT);
    }

    /** @param {Uint8Array} colors */
    setPalette(colors) {
        const gl = this.gl;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, colors);
    }

    /** @param {View} view @param {number} part */
    draw(view, part) {
        const gl = this.gl, u = this.uniforms;
        gl.viewport(0, 0, this.canvas.width, this.canvas.height);
        this.clear();
        if (!this.count)
            return;
        gl.vertexAttrib1f(4, 0);
        gl.vertexAttrib2f(5, -1, -1);
        [3, 3, 1, 1, 1, 2].forEach((width, i) => {
            if (!this.has[i]) {
                gl.disableVertexAttribArray(i);
                return;
            }
            gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[i]);
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, width, gl.FLOAT, false, 0, 0);
        });
        gl.uniform3fv(u.low, view.d.low);
        gl.uniform3fv(u.size, view.size);
        gl.uniform3fv(u.periodic, view.d.periodic.map(Number));
        gl.uniformMatrix3fv(u.turn, true, view.m);
        gl.uniform2fv(u.camera, view.camera);
        gl.uniform2f(u.viewport, view.width, view.height);
        gl.uniform1f(u.scale, view.scale);
        gl.uniform1f(u.part, part);
        gl.uniform1f(u.pixel, view.pixel);
        gl.uniform1f(u.least, view.leastDiameter(this.count));
        gl.drawArrays(gl.POINTS, 0, this.count);
    }
}

const ARROW_SIZE = 9; // diameter in pixels above which points show their direction
const SHAPE_SIZE = 4; // diameter in pixels above which agents are drawn with the shape of their group

export class PixelPainter {
    /** @param {HTMLCanvasElement} canvas */
    constructor(canvas) {
        this.canvas = canvas;
        this.context = contextOf(canvas, {willReadFrequently: true});
        this.count = 0;
        this.palette = new Uint32Array(256);
        /** @type {Map<number, [x: number, y: number, cover: number][]>} */
        this.stamps = new Map(); // discs, by diameter
        /** @type {Float32Array} */
        this.from = new Float32Array(0); // positions from 0 to 1
        /** @type {Float32Array} */
        this.move = new Float32Array(0); // positions in the next frame, or offsets to them
        this.isWrapped = false;      // whether `move` has offsets rather than positions
        /** @type {Uint8Array} */
        this.colors = new Uint8Array(0);
        /** @type {Float32Array} */
        this.radii = new Float32Array(0);
        /** @type {Uint8Array | null} */
        this.shapes = null;
        /** @type {Float32Array[]} */
        this.turns = [];
        /** @type {ImageData} */
        this.picture = later();
        this.pixels = new Uint32Array(0);
    }

    /** @param {Float32Array} from @param {Float32Array} to */
    setPlaces(from, to) {
        this.from = from;
        this.move = to;
        this.count = from.length / 3;
        this.isWrapped = false;
    }

    /** @param {Uint8Array} places */
    setColors(places) { this.colors = places; }

    /** @param {Float32Array} radii */
    setRadii(radii) { this.radii = radii; }

    /** @param {Uint8Array | null} shapes */
    setShapes(shapes) { this.shapes = shapes; }

    /** @param {Float32Array} now @param {Float32Array} then */
    setTurns(now, then) { this.turns = [now, then]; }

    clear() { this.context.clearRect(0, 0, this.canvas.width, this.canvas.height); }

    /** @param {Uint8Array} colors */
    setPalette(colors) { this.palette = new Uint32Array(colors.slice().buffer); }

    // Replace the positions in the next frame by offsets to them, along the shorter path in a periodic world.
    /** @param {boolean[]} periodic */
    wrap(periodic) {
        const {from, move} = this, ways = new Float32Array(move.length);
        for (let i = 0; i < ways.length; i += 3)
            for (let axis = 0; axis < 3; axis++) {
                const way = move[i + axis] - from[i + axis];
                ways[i + axis] = periodic[axis] ? way - Math.floor(way + 0.5) : way;
            }
        this.move = ways;
        this.isWrapped = true;
    }

    // Return the matrix that maps positions to pixels: factors for x, y and z, and an offset.
    /** @param {View} view @returns {number[][]} */
    transform(view) {
        const {m, d, size, camera, pixel} = view, f = view.scale * pixel;
        /** @param {number} at @param {number} sign @param {number} middle @param {number} shift */
        const row = (at, sign, middle, shift) => [0, 1, 2].map((i) => sign * m[at + i] * size[i] * f)
            .concat([middle + sign * f * (m[at] * d.low[0] + m[at + 1] * d.low[1] + m[at + 2] * d.low[2] - shift)]);
        return [row(0, 1, this.canvas.width / 2, camera[0]), row(3, -1, this.canvas.height / 2, camera[1])];
    }

    // Return the pixels of a disc, relative to its middle, with the coverage of each pixel, up to 255.
    /** @param {number} size */
    stamp(size) {
        let stamp = this.stamps.get(size);
        if (!stamp) {
            stamp = [];
            const half = size / 2, reach = Math.ceil(half);
            for (let y = -reach; y <= reach; y++)
                for (let x = -reach; x <= reach; x++) {
                    const cover = Math.min(1, Math.max(0, half - Math.hypot(x, y) + 0.5));
                    if (cover > 0.05)
                        stamp.push([x, y, Math.round(cover * 235)]);
                }
            this.stamps.set(size, stamp);
        }
        return stamp;
    }

    image() {
        const {width, height} = this.canvas;
        if (!this.picture || this.picture.width !== width || this.picture.height !== height) {
            this.picture = this.context.createImageData(width, height);
            this.pixels = new Uint32Array(this.picture.data.buffer);
        }
        this.pixels.fill(0);
        return this.pixels;
    }

    /** @param {View} view @param {number} part */
    draw(view, part) {
        if (!this.isWrapped)
            this.wrap(view.d.periodic);
        const pixels = this.image(), {width, height} = this.canvas;
        const [[xx, xy, xz, x0], [yx, yy, yz, y0]] = this.transform(view);
        const {from, move, colors, palette, radii, count, shapes} = this;
        const [px, py, pz] = view.d.periodic, f = view.scale * view.pixel * 2;
        const least = view.leastDiameter(count) * view.pixel, arrows = [];
        for (let i = 0, at = 0; i < count; i++, at += 3) {
            let x = from[at] + move[at] * part, y = from[at + 1] + move[at + 1] * part;
            let z = from[at + 2] + move[at + 2] * part;
            if (px) x -= Math.floor(x);
            if (py) y -= Math.floor(y);
            if (pz) z -= Math.floor(z);
            const sx = xx * x + xy * y + xz * z + x0, sy = yx * x + yy * y + yz * z + y0;
            const color = palette[colors[i]], diameter = Math.max(least, radii[i] * f);
            if (color >>> 24 === 0 || !(sx > -diameter && sx < width + diameter && sy > -diameter && sy < height + diameter))
                continue;
            if (diameter > ARROW_SIZE || (shapes && diameter > SHAPE_SIZE && shapes[i] > 0)) // keep the order of agents
                arrows.push(i, sx, sy, diameter);
            else if (diameter < 2.6)
                this.square(pixels, width, height, sx, sy, diameter < 1.4 ? 1 : 2, color);
            else
                this.disc(pixels, width, height, sx, sy, Math.round(diameter), color);
        }
        this.context.putImageData(this.picture, 0, 0);
        this.drawArrows(arrows, [xx, xy, xz, yx, yy, yz], part, view);
    }

    /**
     * @param {Uint32Array} pixels
     * @param {number} width
     * @param {number} height
     * @param {number} sx
     * @param {number} sy
     * @param {number} size
     * @param {number} color
     */
    square(pixels, width, height, sx, sy, size, color) {
        const left = Math.round(sx - size / 2), top = Math.round(sy - size / 2);
        if (left < 0 || top < 0 || left + size > width || top + size > height)
            return;
        const at = top * width + left;
        pixels[at] = color;
        if (size === 2)
            pixels[at + 1] = pixels[at + width] = pixels[at + width + 1] = color;
    }

    // Draw a disc. If several discs overlap in a pixel, the one that covers more of the pixel is drawn.
    /**
     * @param {Uint32Array} pixels
     * @param {number} width
     * @param {number} height
     * @param {number} sx
     * @param {number} sy
     * @param {number} size
     * @param {number} color
     */
    disc(pixels, width, height, sx, sy, size, color) {
        const mx = Math.round(sx - 0.5), my = Math.round(sy - 0.5), rgb = color & 0xffffff;
        for (const [dx, dy, cover] of this.stamp(size)) {
            const x = mx + dx, y = my + dy;
            if (x < 0 || y < 0 || x >= width || y >= height)
                continue;
            const at = y * width + x;
            if (pixels[at] >>> 24 <= cover)
                pixels[at] = (cover << 24 | rgb) >>> 0;
        }
    }

    // Draw large agents as shapes with smooth edges. Agents without a shape are arrows if they move, and discs if not.
    /** @param {number[]} list @param {number[]} options @param {number} part @param {View} view */
    drawArrows(list, [xx, xy, xz, yx, yy, yz], part, view) {
        const c = this.context, {move, colors, palette, shapes} = this;
        for (let k = 0; k < list.length; k += 4) {
            const at = list[k] * 3, x = list[k + 1], y = list[k + 2], r = list[k + 3] / 2;
            const color = palette[colors[list[k]]];
            let dx = xx * move[at] + xy * move[at + 1] + xz * move[at + 2];
            let dy = yx * move[at] + yy * move[at + 1] + yz * move[at + 2];
            const shape = shapes ? shapes[list[k]] : 0;
            if (shape > 2)
                [dx, dy] = this.pointing(list[k], part, view, dx, dy);
            const length = Math.hypot(dx, dy);
            c.fillStyle = `rgb(${color & 255},${color >> 8 & 255},${color >> 16 & 255})`;
            c.beginPath();
            if (shape > 0) {
                const unit = r / (length || 1), [cos, sin] = shape > 2 ? [dx * unit, dy * unit] : [r, 0];
                c.setTransform(cos, sin, -sin, cos, x, y);
                traceShape(c, SHAPES[shape]);
                c.setTransform(1, 0, 0, 1, 0, 0);
            } else if (length === 0)
                c.arc(x, y, r, 0, 7);
            else {
                dx *= r / length;
                dy *= r / length;
                c.moveTo(x + dx, y + dy);
                c.lineTo(x - 0.75 * dx - 0.66 * dy, y - 0.75 * dy + 0.66 * dx);
                c.lineTo(x - 0.4 * dx, y - 0.4 * dy);
                c.lineTo(x - 0.75 * dx + 0.66 * dy, y - 0.75 * dy - 0.66 * dx);
            }
            c.fill();
        }
    }

    // Return the direction of an agent on the screen: its heading if known, else its movement, else up.
    /**
     * @param {number} i
     * @param {number} part
     * @param {View} view
     * @param {number} dx
     * @param {number} dy
     * @returns {[number, number]}
     */
    pointing(i, part, view, dx, dy) {
        const [now, then] = this.turns;
        if (now[i] < 0)
            return dx || dy ? [dx, dy] : [0, -1];
        const turn = then[i] - now[i], angle = (now[i] + (turn - Math.floor(turn + 0.5)) * part) * 2 * Math.PI;
        const m = view.m, x = Math.cos(angle), y = Math.sin(angle);
        return [m[0] * x + m[1] * y, -(m[3] * x + m[4] * y)];
    }
}
