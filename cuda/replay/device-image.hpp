// A texture or a surface object over an array of its own: filled from a buffer's texels, which lie packed there, x first.
#pragma once
#include <sstream>

#include "../runner/device-launch.hpp"

// Numbers are those of cuda.h: CUarray_format, CUaddress_mode, CUfilter_mode, CU_TRSF_*.
struct ImageForm {
    bool isSurface;
    int format;
    unsigned channels, texelBytes;
    size_t width, height, depth;  // height and depth: 0 where there are fewer dimensions
    size_t layers;                // 0: none
    int addressMode, filter;
    unsigned flags;
};

inline ImageForm readImageForm(std::istringstream& from) {
    ImageForm form{};
    from >> form.isSurface >> form.format >> form.channels >> form.texelBytes;
    from >> form.width >> form.height >> form.depth >> form.layers >> form.addressMode >> form.filter >> form.flags;
    return form;
}

class DeviceImage {
public:
    DeviceImage(const ImageForm& form, CUdeviceptr texels) : form(form), texels(texels) {
        CUDA_ARRAY3D_DESCRIPTOR about{};
        about.Width = form.width, about.Height = form.height, about.Depth = form.layers > 0 ? form.layers : form.depth;
        about.Format = static_cast<CUarray_format>(form.format);
        about.NumChannels = form.channels;
        // A texture that gathers needs leave, which only planes may have.
        const bool isPlane = form.height > 0 && form.depth == 0 && form.layers == 0;
        about.Flags = (form.layers > 0 ? CUDA_ARRAY3D_LAYERED : 0) |
                      (form.isSurface ? CUDA_ARRAY3D_SURFACE_LDST : isPlane ? CUDA_ARRAY3D_TEXTURE_GATHER : 0);
        check(DRIVER_V2(cuArray3DCreate)(&array, &about), "cuArray3DCreate");
        copy(true);
        CUDA_RESOURCE_DESC resource{};
        resource.resType = CU_RESOURCE_TYPE_ARRAY;
        resource.res.array.hArray = array;
        form.isSurface ? makeSurface(resource) : makeTexture(resource);
    }

    ~DeviceImage() {
        form.isSurface ? DRIVER(cuSurfObjectDestroy)(object) : DRIVER(cuTexObjectDestroy)(object);
        DRIVER(cuArrayDestroy)(array);
    }
    DeviceImage(const DeviceImage&) = delete;
    DeviceImage& operator=(const DeviceImage&) = delete;

    // Brings what a kernel stored to the surface into the buffer.
    void bringBack() const {
        if (form.isSurface) copy(false);
    }

    unsigned long long object = 0;

private:
    void makeSurface(const CUDA_RESOURCE_DESC& resource) {
        check(DRIVER(cuSurfObjectCreate)(&object, &resource), "cuSurfObjectCreate");
    }

    void makeTexture(const CUDA_RESOURCE_DESC& resource) {
        CUDA_TEXTURE_DESC how{};
        // A line is fetched at y = 0: a border above it would take half of what a linear filter gives.
        for (size_t i = 0; i < 3; i++) {
            const bool isThere = i == 0 || (i == 1 && form.height > 0) || (i == 2 && form.depth > 0);
            how.addressMode[i] = isThere ? static_cast<CUaddress_mode>(form.addressMode) : CU_TR_ADDRESS_MODE_CLAMP;
        }
        how.filterMode = static_cast<CUfilter_mode>(form.filter);
        how.flags = form.flags;
        check(DRIVER(cuTexObjectCreate)(&object, &resource, &how, nullptr), "cuTexObjectCreate");
    }

    void copy(bool isIntoArray) const {
        CUDA_MEMCPY3D what{};
        what.WidthInBytes = form.width * form.texelBytes;
        what.Height = form.height > 0 ? form.height : 1;
        what.Depth = form.layers > 0 ? form.layers : form.depth > 0 ? form.depth : 1;
        if (isIntoArray) {
            what.srcMemoryType = CU_MEMORYTYPE_DEVICE, what.srcDevice = texels;
            what.srcPitch = what.WidthInBytes, what.srcHeight = what.Height;
            what.dstMemoryType = CU_MEMORYTYPE_ARRAY, what.dstArray = array;
        } else {
            what.srcMemoryType = CU_MEMORYTYPE_ARRAY, what.srcArray = array;
            what.dstMemoryType = CU_MEMORYTYPE_DEVICE, what.dstDevice = texels;
            what.dstPitch = what.WidthInBytes, what.dstHeight = what.Height;
        }
        check(DRIVER_V2(cuMemcpy3D)(&what), "cuMemcpy3D");
    }

    const ImageForm form;
    const CUdeviceptr texels;
    CUarray array = nullptr;
};
