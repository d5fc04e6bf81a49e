// SPDX-License-Identifier: MIT
// Draws a frame: agents as points with WebGL, what stands still below them, what is picked above.
"use strict";

const VERTEX = `#version 300 es
precision highp float;
in vec3 a_from, a_to;
in float a_color, a_radius;
uniform vec3 u_low, u_size, u_periodic;
uniform mat3 u_turn;
uniform vec2 u_camera, u_viewport;
uniform float u_scale, u_part, u_least, u_pixel;
uniform sampler2D u_colors;
out vec4 v_color;
out vec2 v_heading;
out float v_diameter;
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
    v_diameter = clamp(2.0 * a_radius * u_scale, u_least, 240.0) * u_pixel;
    gl_PointSize = v_diameter;
    if (v_color.a == 0.0)
        gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
}`;

const FRAGMENT = `#version 300 es
precision mediump float;
in vec4 v_color;
in vec2 v_heading;
in float v_diameter;
out vec4 color;
void main() {
    float cover = 1.0;
    if (v_diameter > 3.0) {
        vec2 p = (gl_PointCoord * 2.0 - 1.0) * vec2(1.0, -1.0);
        float outside = length(p) - 1.0;
        if (v_diameter > 9.0 && v_heading != vec2(0.0)) {
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

class View {
    constructor(points, below, above) {
        this.points = points;
        this.below = below.getContext("2d");
        this.above = above.getContext("2d");
        this.camera = [0, 0]; // in turned world coordinates
        this.scale = 1;       // pixels of a unit
        this.turn = [0, 0];   // around the upright axis, and how far it leans: 3-D only
        this.colors = new Uint8Array(256 * 4);
        this.start();
    }

    start() {
        const gl = this.points.getContext("webgl2", {antialias: false, premultipliedAlpha: true});
        if (!gl)
            throw new Error("This page needs WebGL 2.");
        this.gl = gl;
        this.program = gl.createProgram();
        for (const [type, text] of [[gl.VERTEX_SHADER, VERTEX], [gl.FRAGMENT_SHADER, FRAGMENT]]) {
            const shader = gl.createShader(type);
            gl.shaderSource(shader, text);
            gl.compileShader(shader);
            if (!gl.getShaderParameter(shader, gl.COMPILE_STATUS) && !gl.isContextLost())
                throw new Error(gl.getShaderInfoLog(shader));
            gl.attachShader(this.program, shader);
        }
        ["a_from", "a_to", "a_color", "a_radius"].forEach((name, i) => gl.bindAttribLocation(this.program, i, name));
        gl.linkProgram(this.program);
        gl.useProgram(this.program);
        this.uniforms = {};
        for (const name of ["low", "size", "periodic", "turn", "camera", "viewport", "scale", "part", "least", "pixel"])
            this.uniforms[name] = gl.getUniformLocation(this.program, "u_" + name);
        this.buffers = Array.from({length: 4}, () => gl.createBuffer());
        gl.bindTexture(gl.TEXTURE_2D, gl.createTexture());
        for (const [name, value] of [[gl.TEXTURE_MIN_FILTER, gl.NEAREST], [gl.TEXTURE_MAG_FILTER, gl.NEAREST],
                                     [gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE], [gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE]])
            gl.texParameteri(gl.TEXTURE_2D, name, value);
        gl.enable(gl.BLEND);
        gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
    }

    describe(description) {
        this.d = description;
        this.size = [0, 1, 2].map((i) => description.high[i] - description.low[i]);
        this.turn = description.dimension === 3 ? [0.6, 1.05] : [0, 0];
        this.fit();
    }

    // ---- where things are

    matrix() {
        const [a, b] = this.turn, ca = Math.cos(a), sa = Math.sin(a), cb = Math.cos(b), sb = Math.sin(b);
        return [ca, -sa, 0, sa * cb, ca * cb, -sb, sa * sb, ca * sb, cb]; // rows
    }

    turned(p) {
        const m = this.m || (this.m = this.matrix());
        const z = p[2] || 0;
        return [m[0] * p[0] + m[1] * p[1] + m[2] * z, m[3] * p[0] + m[4] * p[1] + m[5] * z];
    }

    toScreen(p) {
        const q = this.turned(p);
        return [this.width / 2 + (q[0] - this.camera[0]) * this.scale,
                this.height / 2 - (q[1] - this.camera[1]) * this.scale];
    }

    corners() {
        const d = this.d, all = [];
        for (let i = 0; i < 1 << d.dimension; i++)
            all.push([0, 1, 2].map((axis) => i >> axis & 1 ? d.high[axis] : d.low[axis]));
        return all;
    }

    fit() {
        this.m = null;
        const all = this.corners().map((p) => this.turned(p));
        const xs = all.map((q) => q[0]), ys = all.map((q) => q[1]);
        const [x0, x1, y0, y1] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
        this.camera = [(x0 + x1) / 2, (y0 + y1) / 2];
        this.scale = Math.min((this.width - 48) / (x1 - x0), (this.height - 48) / (y1 - y0));
        this.fitted = this.scale;
    }

    pan(dx, dy) {
        this.camera[0] -= dx / this.scale;
        this.camera[1] += dy / this.scale;
    }

    rotate(dx, dy) {
        this.turn[0] += dx * 0.008;
        this.turn[1] = Math.min(Math.PI / 2, Math.max(0, this.turn[1] + dy * 0.008));
        this.m = null;
    }

    // What is at a place of the screen stays there.
    zoom(factor, x = this.width / 2, y = this.height / 2) {
        const scale = Math.min(this.fitted * 4000, Math.max(this.fitted / 8, this.scale * factor));
        const dx = x - this.width / 2, dy = this.height / 2 - y;
        this.camera[0] += dx / this.scale - dx / scale;
        this.camera[1] += dy / this.scale - dy / scale;
        this.scale = scale;
    }

    resize(width, height) {
        const pixel = Math.min(window.devicePixelRatio || 1, 2);
        this.width = width;
        this.height = height;
        this.pixel = pixel;
        for (const canvas of [this.points, this.below.canvas, this.above.canvas]) {
            canvas.width = Math.round(width * pixel);
            canvas.height = Math.round(height * pixel);
        }
    }

    // ---- what is given to the graphics processor

    upload(index, array) {
        const gl = this.gl;
        gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[index]);
        gl.bufferData(gl.ARRAY_BUFFER, array, gl.DYNAMIC_DRAW);
    }

    setPlaces(from, to) {
        this.upload(0, from);
        this.upload(1, to);
        this.count = from.length / 3;
    }

    setColors(places) { this.upload(2, places); }

    setRadii(radii) { this.upload(3, radii); }

    setPalette(colors) {
        const gl = this.gl;
        gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA, 256, 1, 0, gl.RGBA, gl.UNSIGNED_BYTE, colors);
    }

    // ---- drawing

    drawPoints(part) {
        const gl = this.gl, u = this.uniforms, m = this.m || (this.m = this.matrix());
        gl.viewport(0, 0, this.points.width, this.points.height);
        gl.clearColor(0, 0, 0, 0);
        gl.clear(gl.COLOR_BUFFER_BIT);
        if (!this.count)
            return;
        [3, 3, 1, 1].forEach((width, i) => {
            gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers[i]);
            gl.enableVertexAttribArray(i);
            gl.vertexAttribPointer(i, width, gl.FLOAT, false, 0, 0);
        });
        gl.uniform3fv(u.low, this.d.low);
        gl.uniform3fv(u.size, this.size);
        gl.uniform3fv(u.periodic, this.d.periodic.map(Number));
        gl.uniformMatrix3fv(u.turn, true, m);
        gl.uniform2fv(u.camera, this.camera);
        gl.uniform2f(u.viewport, this.width, this.height);
        gl.uniform1f(u.scale, this.scale);
        gl.uniform1f(u.part, part);
        gl.uniform1f(u.pixel, this.pixel);
        gl.uniform1f(u.least, this.leastDiameter());
        gl.drawArrays(gl.POINTS, 0, this.count);
    }

    // Few agents are seen better when they are large; many would hide one another.
    leastDiameter() {
        const spread = Math.sqrt(this.width * this.height / Math.max(1, this.count)) * this.scale / this.fitted;
        return Math.min(7, Math.max(1.5, spread * 0.32));
    }

    style(name) {
        return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
    }

    path(c, points, closed) {
        c.beginPath();
        points.forEach((p, i) => c[i ? "lineTo" : "moveTo"](...this.toScreen(p)));
        if (closed)
            c.closePath();
    }

    // The world's edges and what stands still.
    drawWorld() {
        const c = this.below, d = this.d;
        c.setTransform(this.pixel, 0, 0, this.pixel, 0, 0);
        c.clearRect(0, 0, this.width, this.height);
        c.lineJoin = c.lineCap = "round";
        this.drawBox(c, d);
        for (const kind of ["road", "edge", "solid", "label"])
            for (const g of d.geometry)
                this.drawGeometry(c, g, kind);
    }

    drawBox(c, d) {
        const box = this.corners();
        c.strokeStyle = this.style("--edge");
        c.lineWidth = 1;
        if (d.dimension === 2) {
            c.fillStyle = this.style("--ground");
            this.path(c, [box[0], box[1], box[3], box[2]], true);
            c.fill();
            this.drawGrid(c);
            this.path(c, [box[0], box[1], box[3], box[2]], true);
            c.stroke();
            return;
        }
        for (let i = 0; i < 8; i++)
            for (let axis = 0; axis < 3; axis++)
                if (!(i >> axis & 1)) {
                    this.path(c, [box[i], box[i | 1 << axis]], false);
                    c.stroke();
                }
    }

    // Lines at round distances, and what one of them is.
    drawGrid(c) {
        let step = 10 ** Math.floor(Math.log10(140 / this.scale));
        for (const factor of [5, 2])
            if (step * factor * this.scale < 160) {
                step *= factor;
                break;
            }
        this.gridStep = step;
        const d = this.d, half = [this.width / 2 / this.scale, this.height / 2 / this.scale];
        c.strokeStyle = this.style("--grid");
        for (let axis = 0; axis < 2; axis++) {
            const low = Math.max(d.low[axis], this.camera[axis] - half[axis]);
            const high = Math.min(d.high[axis], this.camera[axis] + half[axis]);
            for (let k = Math.ceil(low / step); k * step <= high; k++) {
                const a = [d.low[0], d.low[1]], b = [d.high[0], d.high[1]];
                a[axis] = b[axis] = k * step;
                this.path(c, [a, b], false);
                c.stroke();
            }
        }
    }

    drawGeometry(c, g, layer) {
        const isWay = g.kind === "path" || g.kind === "loop";
        const [x, y] = this.toScreen(g.points[0]);
        if (layer === "road" && isWay) {
            c.strokeStyle = this.style("--road");
            c.lineWidth = Math.max(1, 2 * g.radius * this.scale);
            this.path(c, g.points, g.kind === "loop");
            c.stroke();
            c.strokeStyle = this.style("--lane");
            c.lineWidth = 1;
            c.setLineDash([7, 6]);
            c.stroke();
            c.setLineDash([]);
        } else if (layer === "edge" && g.kind === "edge") {
            c.strokeStyle = this.style("--lane");
            c.lineWidth = 1.2;
            this.path(c, g.points, false);
            c.stroke();
        } else if (layer === "solid" && (g.kind === "circle" || g.kind === "place" || g.kind === "polygon")) {
            c.fillStyle = this.style("--solid");
            c.strokeStyle = this.style("--edge");
            c.lineWidth = 1;
            if (g.kind === "polygon")
                this.path(c, g.points, true);
            else {
                c.beginPath();
                c.arc(x, y, g.kind === "place" ? 3.5 : Math.max(1, g.radius * this.scale), 0, 7);
            }
            c.fill();
            c.stroke();
        } else if (layer === "label" && g.name && (g.kind === "circle" || g.kind === "place")) {
            c.fillStyle = this.style("--muted");
            c.font = "12px system-ui, sans-serif";
            c.textAlign = "center";
            c.fillText(g.name, x, g.kind === "place" ? y - 8 : y + 4);
        }
    }

    // The picked agent: a ring, and where it has been.
    drawPicked(place, trail, radius) {
        const c = this.above;
        c.setTransform(this.pixel, 0, 0, this.pixel, 0, 0);
        c.clearRect(0, 0, this.width, this.height);
        if (!place)
            return;
        const color = this.style("--accent");
        c.strokeStyle = color;
        c.lineJoin = c.lineCap = "round";
        c.lineWidth = 2;
        for (let i = 1; i < trail.length; i++) {
            if (trail[i].starts)
                continue;
            c.globalAlpha = 0.1 + 0.8 * i / trail.length;
            this.path(c, [trail[i - 1].place, trail[i].place], false);
            c.stroke();
        }
        c.globalAlpha = 1;
        const [x, y] = this.toScreen(place);
        const size = Math.max(9, Math.max(radius * this.scale, this.leastDiameter() / 2) + 5);
        c.beginPath();
        c.arc(x, y, size, 0, 7);
        c.stroke();
        c.globalAlpha = 0.25;
        c.lineWidth = 6;
        c.stroke();
        c.globalAlpha = 1;
    }
}
